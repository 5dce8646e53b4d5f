import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Runs one of our own programs as a bundle under plain node: `node src/dev/bundled.mjs ENTRY ARGUMENTS…`. A loader that
 * compiles as it goes would distort what is measured, and so would certificates that a machine has every Node read.
 * What it measures is a copy of `dist`, laid where an install would lay it: a build meanwhile disturbs nothing.
 */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const folder = join(root, `node_modules/.watchpost-${process.pid}`)
const [entry, ...rest] = process.argv.slice(2)
const outfile = join(folder, `${basename(entry, '.ts')}.mjs`)
try {
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  await build({
    bundle: true,
    platform: 'node',
    target: 'node20.12',
    format: 'esm',
    packages: 'external',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
    absWorkingDir: root,
    entryPoints: [join(root, entry)],
    outfile,
  })
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env
  const { status } = spawnSync(process.execPath, [outfile, ...rest], {
    stdio: 'inherit',
    env: { ...env, WATCHPOST_PROGRAM: join(folder, 'dist/watchpost.js') },
    cwd: root,
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
