// V8 ends the process now and then ("Check failed: jit_page", SIGTRAP) where a process frees the code of many WebAssembly
// modules, as hundreds of embedded databases do one after another. Modules of the same bytes share their code, so that it
// is never freed while each module is kept. See also `--no-wasm-code-gc` in vite.config.ts.
const kept = new Set<WebAssembly.Module>()

const keep = <Found extends WebAssembly.Module>(module: Found): Found => {
  kept.add(module)
  return module
}

const { Module, compile, instantiate } = WebAssembly
const mark = Symbol.for('loket.wasm')

// Files of one process share the global object.
if (!(mark in WebAssembly))
  Object.assign(WebAssembly, {
    [mark]: true,
    Module: new Proxy(Module, {
      construct: (target, args: ConstructorParameters<typeof Module>) => keep(new target(...args)),
    }),
    compile: async (...args: Parameters<typeof compile>) => keep(await compile(...args)),
    instantiate: async (...args: Parameters<typeof instantiate>) => {
      const made: unknown = await instantiate(...args)
      if (made instanceof WebAssembly.Instance) return made
      keep((made as WebAssembly.WebAssemblyInstantiatedSource).module)
      return made
    },
  })
