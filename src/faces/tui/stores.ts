import { type BarPart, barOf } from '../../domain/attention-bar.ts'
import type { Mailbox } from '../../mailbox.ts'
import type { MessageValue } from '../../services/values.ts'
import type { AttentionRow } from '../../values/attention-schema.ts'

/** A store by its place, its project's name and its project's folder. */
type StoreName = { readonly location: string; readonly name: string; readonly path: string }

/** A store of the person's list, and what the last look into it found. */
export type FoundStore = StoreName & {
  /** `null` until the first look, and where it failed. */
  readonly look: StoreLook | null
  /** Why the look failed, in a word or two. */
  readonly problem: string | null
  readonly writtenAt: number | null
}

/** Looks into other stores; `rest` ends them. */
export type StoreLooks = {
  look(rows: boolean): Promise<{ readonly stores: readonly FoundStore[]; readonly isLooking: boolean }>
  rest(): void
}

/** The stores beside the open one. `name` is the open one's. */
export type Stores = StoreLooks & { readonly name: StoreName }

/** Of a screen that knows no store but its own. */
export const onlyThis: Stores = {
  name: { location: '', name: 'this store', path: '' },
  look: async () => ({ stores: [], isLooking: false }),
  rest: () => undefined,
}

/** A row of Attention of one store, as small as it crosses threads. */
export type Waiting = Pick<AttentionRow, 'why' | 'reason' | 'agent' | 'queue' | 'swarm' | 'since'> & {
  readonly message: Pick<MessageValue, 'id' | 'from' | 'owner' | 'subject' | 'preview' | 'kind'> | null
}

/** What one store says at a glance: its bar, its unread mail, and, where they are asked for, the rows of its Attention. */
export type StoreLook = {
  readonly bar: readonly BarPart[]
  readonly unread: number
  readonly urgent: number
  readonly waiting: readonly Waiting[] | null
}

/** Rows of each reason: who wants more opens the store. */
const mostRows = 20
/** No row shows more of a text. */
const longest = 300

/** Asks a mailbox for them by the operations that its own screen asks for them. */
export async function lookAt(
  mailbox: Pick<Mailbox, 'count' | 'attention'>,
  rows: boolean,
): Promise<StoreLook> {
  const [unread, { groups, attention }] = await Promise.all([
    mailbox.count({}),
    mailbox.attention(rows ? { limit: mostRows } : { count: true }),
  ])
  return {
    bar: barOf(groups),
    unread: unread.total,
    urgent: unread.urgent,
    waiting: rows ? attention.map(waitingOf) : null,
  }
}

function waitingOf({ why, reason, agent, queue, swarm, since, message }: AttentionRow): Waiting {
  return {
    why,
    reason: reason.slice(0, longest),
    agent,
    queue,
    swarm,
    since,
    message:
      message === null
        ? null
        : {
            id: message.id,
            from: message.from,
            owner: message.owner,
            kind: message.kind,
            subject: message.subject.slice(0, longest),
            preview: message.preview.slice(0, longest),
          },
  }
}
