import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** The worker as one file, as it ships; it lies where the driver is found from. */
export async function bundleWorker(): Promise<{ readonly file: URL; remove(): void }> {
  const root = join(import.meta.dirname, '../..')
  const outfile = join(root, 'node_modules/.cache', `watchpost-worker-${process.pid}.mjs`)
  await build({
    entryPoints: [join(root, 'store/worker/worker-entry.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['better-sqlite3'],
    logLevel: 'error',
  })
  return { file: pathToFileURL(outfile), remove: () => rmSync(outfile, { force: true }) }
}
