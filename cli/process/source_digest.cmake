# cmake -DROOT=… -DOUTPUT=… -P source_digest.cmake: writes a source with the SHA-256 over the names and the bytes of what the
# program is made of, below sim/, models/ and cli/. Equal trees have equal digests, whatever compiles them.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/sim/* ${ROOT}/models/* ${ROOT}/cli/*)
list(FILTER files INCLUDE REGEX "\\.(cpp|hpp|json|in|txt|cmake)$")
list(SORT files)
set(all "")
foreach(file IN LISTS files)
  file(SHA256 ${ROOT}/${file} sum)
  string(APPEND all "${file} ${sum}\n")
endforeach()
string(SHA256 digest "${all}")
file(WRITE ${OUTPUT} "#include \"cli/process/version.hpp\"\n
std::string gpuscape::source_digest() { return \"${digest}\"; }\n")
