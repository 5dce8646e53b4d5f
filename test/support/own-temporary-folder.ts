import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

// The tests of a file, and the programs that they start, make their folders in one that goes with the file.
const folder = mkdtempSync(join(tmpdir(), 'watchpost-test-'))
process.env['TMPDIR'] = folder
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
