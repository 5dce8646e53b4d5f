import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOfDist, digestOfSources, root } from '../../src/dev/digest.mjs'

/** Tests run the program as it ships: `dist` is built again where its sources have changed since. */
export function setup(): void {
  if (digestOfDist() !== digestOfSources()) {
    execFileSync(process.execPath, [join(root, 'src/dev/build.mjs')], { stdio: 'inherit' })
    if (digestOfDist() !== digestOfSources()) throw new Error('The sources changed while they were built.')
  }
  keepScreen()
}

/**
 * A screen that ends by itself keeps its compiled code for the next one, but tests end theirs by force: each would compile it all
 * again, for a third of the time that it takes to open. So one is opened and left beforehand.
 */
function keepScreen(): void {
  const caches = join(root, 'node_modules', '.cache')
  const [record, build] = [join(caches, 'kept-screen'), `${digestOfDist()} ${process.version}`]
  if (existsSync(record) && readFileSync(record, 'utf8') === build) return
  mkdirSync(caches, { recursive: true })
  const env = { ...process.env, XDG_CACHE_HOME: caches }
  execFileSync(process.execPath, ['--import', 'tsx', join(root, 'test/support/left-screen.ts')], {
    env,
    stdio: 'inherit',
  })
  writeFileSync(record, build)
}
