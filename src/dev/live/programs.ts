import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Driver } from './driver.ts'

/** Where a program is, or why there is none. */
export type Found = { readonly path: string; readonly version: string } | { readonly problem: string }

export function onPath(driver: Driver): Found {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const path = folders.map((folder) => join(folder, driver.program)).find((file) => existsSync(file))
  return path === undefined ? { problem: `there is no ${driver.program} on PATH` } : versioned(path)
}

/** The newest version that the npm registry has, in a folder of its own; no script of a package runs. */
export function installed(driver: Driver, folder: string): Found {
  const place = join(folder, driver.program)
  const path = join(place, 'node_modules', driver.installed)
  if (existsSync(path)) return versioned(path)
  mkdirSync(join(place, 'home'), { recursive: true })
  const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr } = spawnSync(
    'npm',
    [...words, '--prefix', place, '--cache', join(place, 'cache'), `${driver.package}@latest`],
    { encoding: 'utf8', timeout: 300_000, cwd: place, env: { ...process.env, HOME: join(place, 'home') } },
  )
  if (status === 0 && existsSync(path)) return versioned(path)
  return { problem: `npm did not install ${driver.package}: ${(stderr ?? '').trim().slice(0, 300)}` }
}

function versioned(path: string): Found {
  const { stdout, stderr } = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: { PATH: process.env['PATH'], HOME: '/nonexistent' },
  })
  const version = /\d+\.\d+\.\d+\S*/u.exec(`${stdout ?? ''}`)?.[0]
  return version === undefined
    ? { problem: `${path} tells no version: ${(stderr ?? '').trim().slice(0, 200)}` }
    : { path, version }
}
