import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultSettings, type Settings } from '../../src/domain/settings/settings.ts'
import { digestOf, isSignedWith, signWith } from '../../src/drivers/approval-key.ts'
import type { ApprovalDriver } from '../../src/services/approval-driver.ts'
import type { Context } from '../../src/services/context.ts'
import { person } from './identities.ts'

export const approvalsOn = (wait = 20_000): Settings => ({
  ...defaultSettings,
  approvals: { ...defaultSettings.approvals, on: true, wait },
})

/** The real key in a folder of its own. */
export function keyIn(folder = mkdtempSync(join(tmpdir(), 'watchpost-key-'))): ApprovalDriver {
  return {
    open: async () => ({
      digest: digestOf,
      sign: async (text) => signWith(folder, text),
      isSigned: async (text, signature) => isSignedWith(folder, text, signature),
    }),
  }
}

/** A person at the terminal inbox. */
export const atScreen = (approvals: ApprovalDriver, more: Partial<Context> = {}): Partial<Context> => ({
  how: 'person',
  command: 'screen',
  settings: approvalsOn(),
  approvals,
  identity: person,
  ...more,
})
