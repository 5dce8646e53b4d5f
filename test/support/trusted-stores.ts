import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seat } from '../../src/entry/demo/mailbox-context.ts'
import { trustStore } from '../../src/entry/trusting.ts'
import { openMailbox } from '../../src/mailbox.ts'
import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'
import { programFile, quietEnvironment } from './batch.ts'
import { newPlace, type Seat, seatAt, start } from './terminal-world.ts'

/** A person's home with projects, each of which has a store that they trust. */
export type Home = {
  readonly folder: string
  readonly stateFolder: string
  /** Makes a project with so many messages for lea, and answers where its store is. */
  project(name: string, mails?: number): Promise<string>
  /** Lea sits down in a project. */
  sit(name: string, flags?: readonly string[], columns?: number): Promise<Seat>
}

export function openHome(): Home {
  const folder = newPlace()
  const stateFolder = join(folder, '.local/state/watchpost')
  const storeOf = (name: string) => join(folder, name, '.watchpost')
  return {
    folder,
    stateFolder,
    async project(name, mails = 1) {
      const location = storeOf(name)
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
      const how = { create: true, durability: 'normal', swarm: 'dev', forTests: true } as const
      const store = await openSqliteStore(location, how)
      const doer = { actor: 'lea', principal: null, session: null, command: 'agents register' }
      await store.roster.register({ address: 'lea', longForm: null, kind: 'user' }, doer, Date.now())
      await store.roster.register({ address: 'scout', longForm: null }, doer, Date.now())
      const scout = openMailbox(await seat(store, 'scout', { swarm: 'dev' }))
      for (let at = 1; at <= mails; at += 1)
        await scout.send({ to: ['lea'], subject: `${name} mail ${at}`, body: 'x' })
      await trustStore(store.facts, location, { stateFolder })
      await store.close()
      return location
    },
    async sit(name, flags = [], columns = 120) {
      const command = [process.execPath, programFile, '--as', 'lea', '--open', 'inbox', ...flags]
      const env = { ...quietEnvironment(), HOME: folder, WATCHPOST_IDENTITY: 'person' }
      const program = start(command, { cwd: join(folder, name), env, columns, rows: 30 })
      return seatAt(program, storeOf(name))
    },
  }
}
