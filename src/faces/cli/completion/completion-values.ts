import { titleOf } from '../../../domain/message.ts'
import type { Completes, Field } from '../../../input/input.ts'
import { type Mailbox, openMailbox } from '../../../mailbox.ts'
import type { AgentValue } from '../../../services/values.ts'
import type { Chosen, Host } from '../host.ts'

export type Candidate = readonly [word: string, what: string]

/** The limits of offered and of examined candidates. */
const mostOffered = 50
const mostLooked = 2000
const pageSize = 500

/** Whether a word begins as it was typed; capitals make no difference. */
export function begins(word: string, typed: string): boolean {
  return word.toLowerCase().startsWith(typed.toLowerCase())
}

type Paged<T> = (page: { limit: number; after?: string }) => Promise<{
  readonly rows: readonly T[]
  readonly next: string | null
}>

/** The possible values of a field, from the store that the line names. */
export async function valuesOf(
  host: Host,
  opening: Chosen,
  field: Field<unknown>,
  typed: string,
): Promise<readonly Candidate[]> {
  if (field.words.length > 0) return field.words.map((word) => [word, field.help])
  const { completes } = field
  if (completes === null || completes === 'file') return []
  const context = await host.open({
    ...opening,
    command: 'completion',
    unregistered: true,
    nameless: 'nobody',
  })
  return found(openMailbox(context), completes, typed)
}

async function found(
  mailbox: Mailbox,
  completes: Exclude<Completes, 'file'>,
  typed: string,
): Promise<readonly Candidate[]> {
  switch (completes) {
    case 'message':
      return messages(mailbox, typed)
    case 'draft':
      return (await mailbox.listDrafts({ limit: pageSize })).drafts.map(({ id, operation }) => [
        id,
        operation,
      ])
    case 'view':
      return (await mailbox.listViews({ limit: pageSize })).views.map(({ name, query }) => [name, query])
    case 'template':
      return (await mailbox.listTemplates({})).templates.map(({ name, subject }) => [name, subject])
    case 'group':
      return groups(mailbox)
    case 'queue':
      return queues(mailbox)
    case 'channel':
      return channels(mailbox)
    case 'agent':
      return (await agentsAndRoles(mailbox, typed)).agents
    case 'address':
      return addresses(mailbox, typed)
  }
}

/** Page by page until there is enough to offer. */
async function search<T>(
  page: Paged<T>,
  candidate: (row: T) => Candidate,
  typed: string,
): Promise<readonly Candidate[]> {
  const offered: Candidate[] = []
  let after: string | null = null
  for (let looked = 0; looked < mostLooked && offered.length < mostOffered; looked += pageSize) {
    const { rows, next }: Awaited<ReturnType<Paged<T>>> = await page({
      limit: pageSize,
      ...(after === null ? {} : { after }),
    })
    offered.push(...rows.map(candidate).filter(([word]) => begins(word, typed)))
    after = next
    if (next === null) break
  }
  return offered.slice(0, mostOffered)
}

async function agentsAndRoles(mailbox: Mailbox, typed: string) {
  const seen: AgentValue[] = []
  const agents = await search<AgentValue>(
    async (request) => {
      const { agents: rows, next } = await mailbox.listAgents(request)
      seen.push(...rows)
      return { rows, next }
    },
    ({ address, role, kind }) => [address, role ?? kind],
    typed,
  )
  return { agents, seen }
}

/** Everything that can be written to, as it is addressed. */
async function addresses(mailbox: Mailbox, typed: string): Promise<readonly Candidate[]> {
  const { agents, seen } = await agentsAndRoles(mailbox, typed)
  const prefixed =
    (prefix: string) =>
    ([name, what]: Candidate): Candidate => [`${prefix}:${name}`, what]
  const sharing = (
    prefix: string,
    of: (agent: AgentValue) => readonly (string | null)[],
    what = 'agents with this role, now or later',
  ): readonly Candidate[] =>
    [...new Set(seen.flatMap(of))].filter((name) => name !== null).map((name) => [`${prefix}${name}`, what])
  return [
    ...agents,
    ['all', 'every active agent except you'],
    ...sharing('role:', ({ role }) => [role]),
    ['best:', 'the agent that suits the message best'],
    ...sharing('best:', ({ role }) => [role], 'the agent with this role that suits the message best'),
    ...sharing('', ({ tags }) => tags.filter((tag) => /^(?:project|concern|domain):/u.test(tag))),
    ...sharing('broadcast:', ({ swarm }) => [swarm]),
    ...(await groups(mailbox)).map(prefixed('group')),
    ...(await queues(mailbox)).map(prefixed('queue')),
    ...(await channels(mailbox)).map(prefixed('channel')),
  ]
}

async function groups(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { groups: rows } = await mailbox.listGroups({ limit: pageSize })
  return rows.map(({ name, members }) => [name, members.join(', ')])
}

async function queues(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { queues: rows } = await mailbox.listQueues({ limit: pageSize })
  return rows.map(({ name, status, available }) => [name, `${status}, ${available} available`])
}

async function channels(mailbox: Mailbox): Promise<readonly Candidate[]> {
  const { channels: rows } = await mailbox.listChannels({ limit: pageSize })
  return rows.map(({ name, status, subscribers }) => [name, `${status}, ${subscribers.length} subscribed`])
}

function messages(mailbox: Mailbox, typed: string): Promise<readonly Candidate[]> {
  return search(
    async (request) => {
      const { messages: rows, next } = await mailbox.inbox(request)
      return { rows, next }
    },
    (message) => [message.id, `${message.from}: ${titleOf(message)}`],
    typed,
  )
}
