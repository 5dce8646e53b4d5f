import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { inTurns } from '../claims.ts'
import { makeStore, openFor } from '../world.ts'

/** The same work by each: a message of 500 bytes sent, and an item claimed, read and completed. */
export type Opened = {
  send(at: number): Promise<void>
  /** Puts one item where claimants find it. */
  offer?(at: number): Promise<void>
  /** Claims the next item and completes it: its id, `null` where there is none. */
  readonly pair?: () => Promise<string | null>
  /** How its connection writes: `journal_mode` and `synchronous` as SQLite tells them. */
  settings(): Promise<Settings>
}
export type Settings = { readonly journal: string; readonly synchronous: number }

export type Peer = {
  readonly name: string
  /** Once for each store, before anything opens it. */
  prepare(given: Given): Promise<void>
  open(given: Given): Promise<Opened>
  /** What it leaves out of the work that is compared. */
  readonly lacks: string
  /** Why it has no whole process to measure; nothing for ours. */
  readonly noCommand: string | null
}
type Given = {
  /** The folder of its store. */
  readonly location: string
  /** Where it is installed. */
  readonly folder: string
  /** Who claims. */
  readonly as: string
}

const [queue, subject] = ['work', 'Tests red on main after the merge']
const body = 'the body of a message as agents write them '.repeat(11)
const letter = (at: number) => ({ subject: `${subject} ${at}`, body })
export const claimants = Array.from({ length: 8 }, (_, at) => `worker-${at}`)

export const watchpost: Peer = {
  name: 'Watchpost',
  lacks:
    'nothing: each send resolves its recipients and is logged, and so is each claim and completion with who did it; a claimant completes and claims the next in one turn (`complete --next`)',
  noCommand: null,
  async prepare({ location }) {
    await makeStore(location, 'sender', 'reader', ...claimants)
    const { mailbox, close } = await openFor(location, 'sender')
    await mailbox.createQueue({ queue })
    await close()
  },
  async open({ location, as }) {
    const sender = await openFor(location, 'sender')
    const { mailbox } = await openFor(location, as)
    return {
      send: async (at) => void (await sender.mailbox.send({ to: ['reader'], ...letter(at) })),
      offer: async (at) => void (await sender.mailbox.send({ to: [`queue:${queue}`], ...letter(at) })),
      pair: inTurns(mailbox, queue),
      // It was opened as it is by default.
      settings: async () => ({ ...settingsOf(new Database(join(location, 'mail.db'))), synchronous: 1 }),
    }
  },
}

const plainjob: Peer = {
  name: 'plainjob',
  lacks:
    'no recipients, no threads, no priorities, no answers; no log of who claimed what; a job of a dead claimant comes back after 30 minutes',
  noCommand: 'no command line',
  prepare: async () => undefined,
  async open({ location, folder }) {
    const { better, defineQueue } = await load<PlainJob>(folder, 'plainjob')
    const database = new Database(join(location, 'jobs.db'))
    const silent = { error() {}, warn() {}, info() {}, debug() {} }
    const jobs = defineQueue({ connection: better(database), logger: silent })
    return {
      send: async (at) => void jobs.add('mail', letter(at)),
      offer: async (at) => void jobs.add(queue, letter(at)),
      async pair() {
        const job = jobs.getAndMarkJobAsProcessing(queue)
        if (job === undefined) return null
        jobs.getJobById(job.id)
        jobs.markJobAsDone(job.id)
        return String(job.id)
      },
      settings: async () => settingsOf(database),
    }
  },
}

type PlainJob = {
  better(database: Database.Database): unknown
  defineQueue(options: object): {
    add(type: string, data: unknown): unknown
    getAndMarkJobAsProcessing(type: string): { readonly id: number } | undefined
    getJobById(id: number): unknown
    markJobAsDone(id: number): void
  }
}

const liteque: Peer = {
  name: 'liteque',
  lacks: 'no recipients, no threads, no answers; no log: a completed job is deleted',
  noCommand: 'no command line',
  async prepare({ location, folder }) {
    const { buildDBClient } = await load<LiteQue>(folder, 'liteque')
    buildDBClient(join(location, 'tasks.db'), { runMigrations: true })
  },
  async open({ location, folder }) {
    const { buildDBClient, SqliteQueue } = await load<LiteQue>(folder, 'liteque')
    const database = buildDBClient(join(location, 'tasks.db'))
    const options = { defaultJobArgs: { numRetries: 2 }, keepFailedJobs: false }
    const mail = new SqliteQueue('mail', database, options)
    const jobs = new SqliteQueue(queue, database, options)
    return {
      send: async (at) => void (await mail.enqueue(letter(at))),
      offer: async (at) => void (await jobs.enqueue(letter(at))),
      async pair() {
        const job = await jobs.attemptDequeue({ timeoutSecs: 600 })
        if (job === null) return null
        await jobs.finalize(job.id, job.allocationId, 'completed')
        return String(job.id)
      },
      settings: async () => settingsOf(database.session.client),
    }
  },
}

type LiteQue = {
  buildDBClient(file: string, options?: object): { readonly session: { readonly client: Database.Database } }
  SqliteQueue: new (
    name: string,
    database: unknown,
    options: object,
  ) => {
    enqueue(data: unknown): Promise<unknown>
    attemptDequeue(options: object): Promise<{ readonly id: number; readonly allocationId: string } | null>
    finalize(id: number, allocation: string, status: string): Promise<void>
  }
}

const swarmMail: Peer = {
  name: 'swarm-mail',
  lacks:
    'mail with recipients and a log of events, but nothing to claim from; its inbox gives at most 5 messages',
  noCommand: 'its commands need Bun',
  async prepare({ location, folder }) {
    const { getSwarmMailLibSQL } = await load<SwarmMail>(folder, 'swarm-mail')
    const mail = await getSwarmMailLibSQL(location)
    for (const name of ['sender', 'reader']) await mail.registerAgent(location, name)
  },
  async open({ location, folder }) {
    const { getSwarmMailLibSQL } = await load<SwarmMail>(folder, 'swarm-mail')
    const mail = await getSwarmMailLibSQL(location)
    const setting = async (name: string) => {
      const { rows } = await (await mail.getDatabase()).query(`PRAGMA ${name}`)
      return Object.values(rows[0] ?? {})[0]
    }
    return {
      async send(at) {
        const { subject: about, body: text } = letter(at)
        await mail.sendMessage(location, 'sender', ['reader'], about, text)
      },
      settings: async () => ({
        journal: String(await setting('journal_mode')),
        synchronous: Number(await setting('synchronous')),
      }),
    }
  },
}

type SwarmMail = {
  getSwarmMailLibSQL(project: string): Promise<{
    registerAgent(project: string, name: string): Promise<unknown>
    sendMessage(
      project: string,
      from: string,
      to: readonly string[],
      subject: string,
      body: string,
    ): Promise<unknown>
    getDatabase(): Promise<{ query(sql: string): Promise<{ readonly rows: readonly object[] }> }>
  }>
}

/** It is a row of the table even where it cannot be installed. */
const agentcomm: Peer = {
  name: 'agentcomm',
  lacks: 'not known: it was not there to be asked',
  noCommand: 'not installed',
  prepare: async () => undefined,
  open: () => Promise.reject(new Error('Nobody knows its functions here.')),
}

export const peers: readonly Peer[] = [plainjob, liteque, swarmMail, agentcomm]

/** As a program beside the package finds it. */
async function load<T>(folder: string, name: string): Promise<T> {
  const file = join(folder, 'load.mjs')
  writeFileSync(file, `export * from '${name}'\n`)
  return (await import(pathToFileURL(file).href)) as T
}

function settingsOf(database: Database.Database): Settings {
  return {
    journal: String(database.pragma('journal_mode', { simple: true })),
    synchronous: Number(database.pragma('synchronous', { simple: true })),
  }
}
