import { isMailError } from '../../src/domain/errors.ts'
import type { Mailbox } from '../../src/mailbox.ts'
import { hour, type MailRoom, openMailRoom } from '../support/mailbox.ts'
import type { Judge, Judged } from './case.ts'

type Mail = {
  readonly id: string
  readonly age_h?: number
  readonly read?: boolean
  readonly from?: string
  readonly subject?: string
  readonly thread_id?: string
  readonly reply_to?: string
}
type Room = { readonly room: MailRoom; readonly reader: Mailbox; readonly ids: ReadonlyMap<string, string> }

/** A mailbox of real SQLite with these messages in it, the oldest first. */
async function within(mails: readonly Mail[], look: (world: Room) => Promise<unknown>): Promise<unknown> {
  const room = await openMailRoom()
  try {
    const reader = await room.join('reader')
    const ids = new Map<string, string>()
    const threads = new Map<string, string>()
    const start = room.now
    for (const mail of [...mails].sort((one, other) => (other.age_h ?? 0) - (one.age_h ?? 0))) {
      room.now = start - (mail.age_h ?? 0) * hour
      const sender = await room.join(mail.from ?? 'writer')
      const name = mail.thread_id ?? mail.id
      const thread = threads.get(name)
      const { id } = await sender.send({
        to: ['reader'],
        subject: mail.subject ?? mail.id,
        ...(mail.reply_to === undefined ? {} : { replyTo: ids.get(mail.reply_to) ?? '' }),
        ...(thread === undefined ? {} : { thread }),
      })
      ids.set(mail.id, id)
      if (thread === undefined) threads.set(name, id)
      if (mail.read) await reader.ack({ messages: [id] })
    }
    room.now = start
    return await look({ room, reader, ids })
  } finally {
    await room.close()
  }
}

const named = ({ ids }: Room, messages: readonly { readonly id: string }[]) =>
  messages.map(({ id }) => [...ids].find(([, own]) => own === id)?.[0])
const idsOf = ({ ids }: Room, names: readonly string[]) => names.map((name) => ids.get(name) ?? '')

type Ops = { readonly messages: readonly Mail[]; readonly ops: readonly (readonly [string, string])[] }

/** Nothing is ever deleted: what Gas Town deletes is put away. */
async function afterOps({ messages, ops }: Ops, expected: object): Promise<Judged> {
  const ours = await within(messages, async (world) => {
    for (const [op, name] of ops) {
      const ids = idsOf(world, [name])
      if (op === 'mark_read') await world.reader.ack({ messages: ids })
      else await world.reader.archive({ messages: ids })
    }
    const listed = (await world.reader.inbox({})).messages
    const archived = (await world.reader.inbox({ archived: true })).messages
    const all = {
      listed: named(world, listed),
      listed_count: listed.length,
      archived: named(world, archived),
      read: named(
        world,
        listed.filter(({ status }) => status === 'read'),
      ),
    }
    return Object.fromEntries(Object.entries(all).filter(([name]) => Object.hasOwn(expected, name)))
  })
  return [ours, expected]
}

type Release = {
  readonly message: { readonly queue: string; readonly claimed_by: string }
  readonly caller: string
}

async function release({ message, caller }: Release, expected: unknown): Promise<Judged> {
  const room = await openMailRoom()
  try {
    const claimant = await room.join(caller)
    await claimant.createQueue({ queue: 'work-requests' })
    const writer = await room.join('mayor')
    const to = [message.queue === '' ? caller : `queue:${message.queue}`]
    const { id } = await writer.send({ to, subject: 'Work' })
    if (message.claimed_by !== '' && message.queue !== '') await claimant.claim({})
    await claimant.release({ message: id })
    return ['ok', expected]
  } catch (error) {
    const said = isMailError(error) ? error.message : ''
    const words = /is not claimed/u.test(said)
      ? 'not claimed'
      : /queue/u.test(said)
        ? 'not a queue message'
        : said
    return [{ error: words }, expected]
  } finally {
    await room.close()
  }
}

export const roomJudges: Readonly<Record<string, Judge>> = {
  'mailbox.list_order': async (mails: readonly Mail[], expected: readonly string[]) => [
    await within(mails, async (world) => named(world, (await world.reader.inbox({})).messages)),
    expected,
  ],
  'mailbox.count': async (mails: readonly Mail[], expected: object) => [
    await within(mails, async ({ reader }) => {
      const { messages, unread } = await reader.inbox({})
      return { total: messages.length, unread }
    }),
    expected,
  ],
  'mailbox.ops': afterOps,
  'mailbox.thread': async (
    input: { messages: readonly Mail[]; thread: string },
    expected: readonly string[],
  ) => {
    const first = [...input.messages]
      .sort((one, other) => (other.age_h ?? 0) - (one.age_h ?? 0))
      .find(({ thread_id }) => thread_id === input.thread)
    const ours = await within(input.messages, async (world) => {
      const [id = ''] = idsOf(world, [first?.id ?? ''])
      return named(world, (await world.reader.thread({ message: id })).messages)
    })
    return [ours, expected]
  },
  'mailbox.concurrency': async (input: { messages: number }, expected: object) => {
    const mails = Array.from({ length: input.messages }, (_, at) => ({ id: `msg-${at}` }))
    const ours = await within(mails, async (world) => {
      await Promise.all([...world.ids.values()].map((id) => world.reader.ack({ messages: [id] })))
      const { messages } = await world.reader.inbox({})
      const read = messages.filter(({ status }) => status === 'read').length
      return { read, listed: messages.length }
    })
    return [ours, expected]
  },
  'threads.group': async (
    mails: readonly Mail[],
    expected: { threads: readonly Readonly<Record<string, unknown>>[] },
  ) => {
    const ours = await within(mails, async (world) => {
      const { messages } = await world.reader.inbox({})
      const threads = [...new Set(messages.map(({ thread }) => thread))]
      const groups = []
      for (const [at, thread] of threads.entries()) {
        const inside = (await world.reader.thread({ message: thread })).messages
        const group = {
          count: inside.length,
          subject: inside[0]?.subject,
          last: named(world, inside.slice(-1))[0],
        }
        const asked = Object.keys(expected.threads[at] ?? {})
        groups.push(Object.fromEntries(Object.entries(group).filter(([name]) => asked.includes(name))))
      }
      return { threads: groups }
    })
    return [ours, expected]
  },
  'queue.release_check': release,
}
