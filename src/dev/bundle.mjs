import { rolldown } from 'rolldown'
import { root } from './digest.mjs'

/**
 * Makes one file of a program of ours, for plain Node. Packages stay outside it, so the file belongs below `node_modules`.
 * A loader that compiles at run time would take seconds at each start and distort measurements.
 */
export async function bundle(entry, file) {
  const made = await rolldown({
    cwd: root,
    platform: 'node',
    input: entry,
    external: (id) => !/^[./]/.test(id),
    transform: { target: 'node20.12', define: { 'process.env.NODE_ENV': '"production"' } },
  })
  await made.write({ file, format: 'esm', codeSplitting: false })
  await made.close()
}
