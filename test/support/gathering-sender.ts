import { openSqliteStore } from '../../store/sqlite/sqlite-store.ts'

/**
 * Another process, whose one thread sends to `reader` in the store FOLDER for 200 callers at once, each with keys of its own, and
 * reads for as many. It says each key and its message once that was acknowledged, and what was read.
 */
const [location = '', round = '0'] = process.argv.slice(2)
const callers = 200
const store = await openSqliteStore(location, { create: false, durability: 'normal', yields: true })
const say = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)
const sentAt = Date.now()

const letter = (key: string) => ({
  from: 'sender',
  principal: null,
  to: ['reader'],
  cc: [],
  kind: 'request',
  priority: 'normal',
  tier: 5,
  subject: key,
  body: key,
  preview: key,
  payload: null,
  context: null,
  attachments: [],
  tags: [],
  swarm: null,
  task: null,
  sentAt,
  expiresAt: null,
  key,
  meta: null,
  origin: null,
  replyTo: null,
  thread: null,
  selectors: [],
  answers: false,
  expect: {},
  recipients: [{ address: 'reader', via: 'to', owes: true, expiresAt: null }],
})

async function send(caller: number): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const key = `${round} ${caller} ${turn}`
    const { id } = await store.messages.deliver(letter(key) as never)
    say({ key, id })
  }
}

/** What others are shown must last as well. */
async function read(): Promise<void> {
  for (;;) {
    const { message } = await store.messages.newest()
    if (message !== null) say({ shown: message })
    await new Promise((resolve) => setImmediate(resolve))
  }
}

say({ ready: true })
await Promise.all(Array.from({ length: callers }, (_, caller) => [send(caller), read()]).flat())
