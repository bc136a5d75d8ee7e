#pragma once

namespace gpuscape {

/// The p-quantile of Student's t distribution; degrees of freedom above 0, `p` within (0, 1).
double student_quantile(double degrees_of_freedom, double p);

}  // namespace gpuscape
