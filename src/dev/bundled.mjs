import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './digest.mjs'

/**
 * Runs one of our own programs as a bundle under plain node: `node src/dev/bundled.mjs ENTRY ARGUMENTS…`. A loader that
 * compiles as it goes would distort the measurements, and so would certificates that a machine has every Node read.
 * The measured program is a copy of `dist`, placed where an install would place it: a build at the same time disturbs nothing.
 */
const folder = join(root, `node_modules/.watchpost-${process.pid}`)
const [entry, ...rest] = process.argv.slice(2)
const file = join(folder, `${basename(entry, '.ts')}.mjs`)
try {
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    input: join(root, entry),
    external: (id) => !/^[./]/.test(id),
    transform: { target: 'node20.12', define: { 'process.env.NODE_ENV': '"production"' } },
  })
  await bundle.write({ file, format: 'esm', codeSplitting: false })
  await bundle.close()
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env
  const { status } = spawnSync(process.execPath, [file, ...rest], {
    stdio: 'inherit',
    env: { ...env, WATCHPOST_PROGRAM: join(folder, 'dist/watchpost.js') },
    cwd: root,
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
