import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { afterAll } from 'vitest'
import { bundle } from '../../src/dev/bundle.mjs'
import { root } from '../../src/dev/digest.mjs'

/** A program of the tests, as one file that plain Node starts at once. It is removed after the test file's last test. */
export async function bundled(source: string): Promise<string> {
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'program-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, `${basename(source, extname(source))}.mjs`)
  await bundle(join(root, 'test/support', source), file)
  return file
}
