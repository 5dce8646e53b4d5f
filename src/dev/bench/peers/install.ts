import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a peer lies, or why it cannot be had. */
export type Installed = {
  readonly name: string
  readonly version: string | null
  readonly folder: string
  readonly problem: string | null
}

/**
 * Installs a package from the npm registry into a folder of its own, without running its scripts. What needs
 * better-sqlite3 gets ours, so that all are measured on the same SQLite.
 */
export function installPeer(root: string, name: string): Installed {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel', 'error']
  const certificates = process.env['WATCHPOST_CERTIFICATES']
  const { status, stderr } = spawnSync('npm', ['install', ...flags, name], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }) },
  })
  if (status !== 0) return { name, version: null, folder, problem: reasonIn(stderr ?? '') }
  const driver = join(folder, 'node_modules/better-sqlite3')
  if (!existsSync(driver)) symlinkSync(join(process.cwd(), 'node_modules/better-sqlite3'), driver)
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'))
  return { name, version, folder, problem: null }
}

function reasonIn(text: string): string {
  const code = /npm error code (\S+)/u.exec(text)?.[1] ?? 'unknown'
  return code === 'E404'
    ? 'the npm registry has no package of this name'
    : `npm could not install it (${code})`
}
