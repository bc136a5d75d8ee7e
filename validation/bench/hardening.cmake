# Canaries on the stack, checked string functions, and tables of addresses that are read-only from the start.
# Position independence is Debian's default. Sanitizers bring checks of their own, and do not go with these.
function(gpuscape_harden target scope)
  if(GPUSCAPE_SANITIZE OR GPUSCAPE_FUZZ)
    return()
  endif()
  target_compile_options(${target} ${scope} -fstack-protector-strong
    $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE> $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  target_link_options(${target} ${scope} -Wl,-z,relro -Wl,-z,now)
endfunction()
