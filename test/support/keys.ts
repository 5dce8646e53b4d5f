import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keysOf } from '../../src/entry/approvals-of.ts'
import type { KeyDriver } from '../../src/services/key-driver.ts'

/** The keys of a person on a machine: each has a folder of its own. */
export function keysIn(stateFolder = mkdtempSync(join(tmpdir(), 'watchpost-keys-'))): KeyDriver {
  return keysOf({ stateFolder })
}
