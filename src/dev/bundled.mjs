import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundle } from './bundle.mjs'
import { root } from './digest.mjs'

/**
 * Runs one of our own programs as a bundle under plain node: `node src/dev/bundled.mjs ENTRY ARGUMENTS…`.
 * Certificates that a machine makes every Node read would distort the measurements, so it starts without them. The measured program is a copy of `dist`, placed where an install would place it: a build at the same time disturbs nothing.
 */
const folder = join(root, `node_modules/.watchpost-${process.pid}`)
const [entry, ...rest] = process.argv.slice(2)
const file = join(folder, `${basename(entry, '.ts')}.mjs`)
try {
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  await bundle(join(root, entry), file)
  const { NODE_EXTRA_CA_CERTS, ...env } = process.env
  // What it installs from a registry may need them.
  const certificates = NODE_EXTRA_CA_CERTS && { WATCHPOST_CERTIFICATES: NODE_EXTRA_CA_CERTS }
  const { status } = spawnSync(process.execPath, [file, ...rest], {
    stdio: 'inherit',
    env: { ...env, WATCHPOST_PROGRAM: join(folder, 'dist/watchpost.js'), ...certificates },
    cwd: root,
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
