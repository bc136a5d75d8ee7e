#include "sim/study/statistics/student.hpp"

#include <boost/math/distributions/students_t.hpp>

namespace gpuscape {

double student_quantile(double degrees_of_freedom, double p) {
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), p);
}

}  // namespace gpuscape
