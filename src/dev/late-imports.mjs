/** Tables whose entries are loaded by name, each in the same way, whatever chunk it lies in. */
const tables = ['src/operations/catalogue.ts', 'src/formats/registry.ts']

/** A late import is there to load code that is not there yet: one that leads into a chunk which is loaded already is refused. */
export const lateImports = (root) => ({
  name: 'late-imports',
  generateBundle(_, output) {
    const chunks = Object.values(output).filter(({ type }) => type === 'chunk')
    const chunkOf = new Map(chunks.flatMap((one) => one.moduleIds.map((id) => [id, one])))
    for (const chunk of chunks) {
      const loaded = loadedWith(chunk, output)
      for (const id of chunk.moduleIds) {
        const name = id.slice(root.length + 1)
        if (tables.includes(name) || id.includes('/node_modules/')) continue
        for (const late of this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
          if (loaded.has(chunkOf.get(late)?.fileName))
            this.error(`${name} imports ${late.slice(root.length + 1)} late, which is loaded already.`)
      }
    }
  },
})

/** The files of a chunk and of all that it imports at once. */
function loadedWith(chunk, output) {
  const loaded = new Set()
  const left = [chunk.fileName]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    left.push(...(output[file]?.imports ?? []))
  }
  return loaded
}
