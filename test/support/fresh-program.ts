import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { digestOfDist, digestOfSources, root } from '../../src/dev/digest.mjs'

/** Tests run the program as it ships: `dist` is built again where its sources have changed since. */
export function setup(): void {
  if (digestOfDist() === digestOfSources()) return
  execFileSync(process.execPath, [join(root, 'src/dev/build.mjs')], { stdio: 'inherit' })
  if (digestOfDist() !== digestOfSources()) throw new Error('The sources changed while they were built.')
}
