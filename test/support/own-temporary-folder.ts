import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { root } from '../../src/dev/digest.mjs'
import { removeAll } from './remove-all.ts'

// The tests of a file, and the programs that they start, make their folders in one that goes with the file.
// One process runs many files, one after another.
const outside = (process.env['WATCHPOST_TESTS_TMPDIR'] ??= tmpdir())
const folder = mkdtempSync(join(outside, 'watchpost-test-'))
process.env['TMPDIR'] = folder
// Programs of all tests keep their compiled code in one place, as those of one user do.
process.env['XDG_CACHE_HOME'] = join(root, 'node_modules', '.cache')
afterAll(() => removeAll(folder))
