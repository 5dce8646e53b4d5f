import { type Move, type Verb, verbs } from '../../src/domain/lifecycle.ts'
import type { Doer, MailboxFilter, MailStore, Post, Registration } from '../../store/mail-store.ts'

export type Opened = {
  readonly store: MailStore
  /** Opens the same store once more, as another program does. */
  again(): Promise<MailStore>
  /** Closes every opening of the store, and removes it. */
  close(): Promise<void>
}
/** Makes a new, empty store. */
export type Open = () => Promise<Opened>

/** The openings of one store. @param remove is called once they are closed */
export async function openings(
  open: () => Promise<MailStore>,
  remove: () => void | Promise<void>,
): Promise<Opened> {
  const store = await open()
  const opened = [store]
  return {
    store,
    async again() {
      const another = await open()
      opened.push(another)
      return another
    },
    async close() {
      for (const one of opened) await one.close()
      await remove()
    },
  }
}

export const start = Date.UTC(2027, 0, 31, 9)
export const minute = 60_000
export const hour = 60 * minute

export const doer = (actor: string, more: Partial<Doer> = {}): Doer => ({
  actor,
  principal: null,
  session: null,
  command: 'test',
  ...more,
})
export const system = doer('system')
export const move = (verb: Verb, at: number, more: Partial<Move> = {}): Move => ({ verb, at, ...more })
export const firstPage = (limit = 50) => ({ limit, after: null })
export const openMail: MailboxFilter = { boxes: ['unread', 'read', 'processing', 'failed'] }
export const undoableVerbs = verbs.filter((verb) => verb !== 'read')

export type Written = Partial<Omit<Post, 'recipients' | 'to'>> & {
  readonly from?: string
  readonly to?: readonly (
    | string
    | {
        readonly address: string
        readonly via?: string
        readonly alsoVia?: readonly string[]
        readonly owes?: boolean
        readonly expiresAt?: number | null
      }
  )[]
}

/** A post with everything that a test does not speak of filled in. */
export function post({ to = ['reader'], ...written }: Written = {}): Post {
  const recipients = to.map((one) => (typeof one === 'string' ? { address: one } : one))
  return {
    from: 'writer',
    principal: null,
    to: recipients.map(({ address }) => address),
    cc: [],
    kind: 'request',
    priority: 'normal',
    tier: 5,
    subject: 'subject',
    body: 'body',
    preview: 'body',
    payload: null,
    context: null,
    attachments: [],
    tags: [],
    swarm: null,
    task: null,
    sentAt: start,
    expiresAt: null,
    key: null,
    meta: null,
    origin: null,
    replyTo: null,
    thread: null,
    recipients: recipients.map((one) => ({ via: 'to', owes: true, expiresAt: null, ...one })),
    selectors: [],
    answers: false,
    expect: {},
    ...written,
  }
}

/** Registers agents by name or by more than that. */
export async function enroll(
  store: MailStore,
  ...agents: readonly (string | Partial<Registration>)[]
): Promise<void> {
  for (const agent of agents) {
    const given = typeof agent === 'string' ? { address: agent } : agent
    await store.roster.register({ address: 'nobody', longForm: null, ...given }, system, start)
  }
}

export async function send(store: MailStore, written: Written = {}): Promise<number> {
  return (await store.messages.deliver(post(written))).id
}

export async function idsIn(
  store: MailStore,
  owner: string,
  filter: MailboxFilter = openMail,
  now = start,
): Promise<readonly number[]> {
  const { rows } = await store.deliveries.page(owner, filter, now, firstPage())
  return rows.map(({ message }) => message.id)
}

/** One verb on one message, which must succeed. */
export async function act(
  store: MailStore,
  owner: string,
  verb: Verb,
  message: number,
  more: Partial<Move> = {},
  at = start,
): Promise<void> {
  const [moved] = await store.deliveries.move(doer(owner), owner, [{ message }], move(verb, at, more))
  if (moved?.problem) throw new Error(`${verb}: ${moved.problem.message}`)
}

/** All rows, page by page. */
export async function allPages<T>(
  page: (after: string | null) => Promise<{ readonly rows: readonly T[]; readonly next: string | null }>,
): Promise<readonly T[]> {
  const rows: T[] = []
  for (let after: string | null = null; ; ) {
    const answer: { readonly rows: readonly T[]; readonly next: string | null } = await page(after)
    rows.push(...answer.rows)
    if (answer.next === null) return rows
    after = answer.next
  }
}
