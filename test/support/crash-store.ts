import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { parseId } from '../../src/domain/id.ts'
import { openBatch, runProgram } from './batch.ts'
import { withoutCaps } from './no-caps.ts'

export type CrashStore = {
  readonly location: string
  /** Looks into the file itself, past the program. */
  look<T>(see: (database: Database.Database) => T): T
  /** As many messages to `reader`, by one process. Answers their ids. */
  fill(sender: string, messages: readonly object[]): Promise<readonly string[]>
  remove(): void
}

/** A store made by the built program, for tests that treat the program badly. */
export async function makeCrashStore(agents: readonly string[]): Promise<CrashStore> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-crash-'))
  const location = join(folder, 'store')
  const made = await runProgram(['init', '--quiet', '--store', location])
  if (made.code !== 0) throw new Error(made.err)
  withoutCaps(location)
  const registering = openBatch(['--store', location])
  registering.feed(agents.map((agent) => ({ command: 'agents register', input: { agent } })))
  if ((await registering.finish()) !== 0) throw new Error(JSON.stringify(registering.lines))
  return {
    location,
    look(see) {
      const database = new Database(join(location, 'mail.db'))
      try {
        return see(database)
      } finally {
        database.close()
      }
    },
    async fill(sender, messages) {
      const batch = openBatch(['--store', location, '--as', sender])
      batch.feed(messages.map((input) => ({ command: 'send', input: { to: ['reader'], ...input } })))
      if ((await batch.finish()) !== 0) throw new Error(JSON.stringify(batch.lines.find(({ ok }) => !ok)))
      return batch.lines.map(({ value }) => (value as { id: string }).id)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function numberOf(id: string): number {
  const reference = parseId(id)
  return reference.form === 'short' ? reference.id : -1
}
