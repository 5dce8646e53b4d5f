import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultSettings, type Settings } from '../../src/domain/settings/settings.ts'

/** Nobody's mail is held back. */
export const uncapped: Settings = { ...defaultSettings, loops: { exchanged: null, sent: null } }

/** Agents of this store may write as much as they like: for tests that send more than any swarm should. */
export function withoutCaps(location: string): void {
  appendFileSync(join(location, 'config.yaml'), 'loop_cap: 0\nsender_cap: 0\n')
}
