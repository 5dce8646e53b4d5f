import { normalName } from '../../../src/domain/addressing/address.ts'
import { digitsOf } from '../../../src/domain/id.ts'
import { type Priority, priorities } from '../../../src/domain/priority.ts'
import type { SearchPart } from '../../../src/domain/query/query.ts'
import type { MessageRow, More } from '../rows/rows.ts'

/**
 * The constant facts of a message, as words of the index's third column. Each is a letter and then letters and
 * digits only, so that the tokenizer never splits it. Every message has `everyMessage`.
 */
export const everyMessage = 'm'

export const facet = {
  from: (address: string) => `f${hex(canonical(address))}`,
  to: (address: string) => `t${hex(canonical(address))}`,
  tag: (tag: string) => `g${hex(tag)}`,
  task: (task: string) => `j${hex(task)}`,
  kind: (kind: string) => `k${hex(kind)}`,
  priority: (priority: Priority) => `p${priority}`,
  has: (part: SearchPart) => `h${part}`,
  thread: (id: number) => `d${digitsOf(id)}`,
  /** The beginning of all threads whose short ids begin so. */
  threadPrefix: (digits: string) => `d${digits}`,
}

/** A message as the index needs it, straight from its row. */
export type FacetSource = Pick<
  MessageRow,
  'id' | 'thread_id' | 'sender_id' | 'kind' | 'rank' | 'task' | 'subject' | 'written' | 'more'
> & {
  /** JSON array of agents' numbers. */
  readonly recipients: string
}

type Written = { readonly to?: readonly string[]; readonly cc?: readonly string[] }

export function recipientsOf({ recipients }: FacetSource): readonly number[] {
  return JSON.parse(recipients) as readonly number[]
}

/** @param sender and the recipients by their addresses */
export function facetsOf(source: FacetSource, sender: string, recipients: readonly string[]): string {
  const written = JSON.parse(source.written) as Written
  const more = JSON.parse(source.more ?? '{}') as More
  const words = new Set([everyMessage, facet.kind(source.kind), facet.priority(priorityOfRank(source.rank))])
  words.add(facet.thread(source.thread_id))
  for (const name of spellings(sender)) words.add(facet.from(name))
  for (const address of [...(written.to ?? []), ...(written.cc ?? []), ...recipients]) {
    for (const name of spellings(address)) words.add(facet.to(name))
  }
  for (const tag of more.tags ?? []) words.add(facet.tag(tag))
  if (source.task !== null) words.add(facet.task(source.task)).add(facet.has('task'))
  if (source.subject !== '') words.add(facet.has('subject'))
  if (more.attachments?.length) words.add(facet.has('attachment'))
  if (isThere(more.payload)) words.add(facet.has('payload'))
  if (isThere(more.context)) words.add(facet.has('context'))
  return [...words].join(' ')
}

/** An address, and its last segment where it has several: `from:critic` finds `swarm_dev/critic`. */
function spellings(address: string): readonly string[] {
  const name = canonical(address)
  const last = name.slice(name.lastIndexOf('/') + 1)
  return last === '' || last === '*' ? [name] : [name, last]
}

/** The spelling that mail and question share: normal form, without `agent:`, a closing slash, or capitals. */
function canonical(address: string): string {
  const bare = address.startsWith('agent:') ? address.slice('agent:'.length) : address
  return normalName(bare.normalize('NFC')).replace(/\/+$/u, '')
}

function priorityOfRank(rank: number): Priority {
  return priorities[Math.floor(rank / 2 ** 51)] ?? 'normal'
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** Without regard to case. Beyond 200 characters two words may pass for one. */
function hex(text: string): string {
  return Buffer.from(text.normalize('NFC').toLowerCase().slice(0, 200)).toString('hex')
}
