#pragma once
/// A path's measurements, the law through them, and how far each is off, as a picture.

#include <string>
#include <vector>

#include "sim/calibration/fit_law.hpp"

namespace gpuscape {

/// `subtitle`: of which machine, from which files.
std::string law_svg(const PathLaw& law, const std::vector<FitPoint>& points,
                    const std::string& subtitle);

/// "cuda-copy-host-gpu0-pinned-5f3c09a1.svg", at most 120 characters: what the key's text loses on
/// its way into a name, its hash keeps apart.
std::string law_file_name(const LawKey& key);

}  // namespace gpuscape
