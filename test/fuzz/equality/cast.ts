import { unlisted } from '../../../src/domain/roster.ts'

/** Everybody who acts: a person, a supervisor and agents, some of them with names that engines sort in their own way. */
export const person = 'lea'
export const supervisor = 'coo'
export const agents = [
  'alice',
  'bob',
  'Carol',
  'dave',
  'erin',
  'rig/nux',
  'rig/witness',
  'swarm_x/zoe',
  'émile',
]
export const newcomers = ['new1', 'new2', 'Newer', 'rig/late']
export const everybody = [person, supervisor, ...agents]
export const queues = ['work', 'prio']
export const channels = ['news', 'brief']
export const groups = ['team', 'nest']
export const roles = ['reviewer', 'pilot', 'none']
export const tags = ['x', 'Zed', 'naïve', 'project:backend', 'nul\u0000']
export const tasks = ['task-1', 'task-2', 'Aufgabe 3', 'سلام']

/** A person at the keyboard who is on no roster: they may change everything. */
export const keyboard = unlisted('keyboard', null, 'user', 0)

type Call = {
  readonly as: string
  readonly operation: string
  readonly input: Readonly<Record<string, unknown>>
}

const register = (agent: string, more: object = {}): Call => ({
  as: keyboard.address,
  operation: 'registerAgent',
  input: { agent, ...more },
})
const byCoo = (operation: string, input: Call['input']): Call => ({ as: supervisor, operation, input })

/** The mail room in which every history begins. */
export const opening: readonly Call[] = [
  register(person, { kind: 'user' }),
  register(supervisor, { kind: 'admin', canComplete: true, talksTo: ['*'] }),
  ...agents.map((agent, at) =>
    register(agent, {
      ...(at % 3 === 0 && { role: 'reviewer' }),
      ...(at % 3 === 1 && { role: 'pilot', tag: ['project:backend'] }),
      ...(at % 2 === 0 && { reportsTo: supervisor }),
      ...(at === 2 && { watched: true, session: 's-1' }),
    }),
  ),
  byCoo('createQueue', { queue: 'work', claimers: ['*'] }),
  byCoo('createQueue', { queue: 'prio', claimers: ['*'], order: 'priority', maxConcurrency: 2, attempts: 2 }),
  byCoo('createChannel', { channel: 'news' }),
  byCoo('createChannel', { channel: 'brief', retainCount: 3, retainHours: 24 }),
  byCoo('createGroup', { group: 'team', members: ['alice', 'bob', 'role:pilot'] }),
  byCoo('createGroup', { group: 'nest', members: ['erin', 'group:team'] }),
  ...['alice', 'erin', 'rig/nux'].map((as) => ({ as, operation: 'subscribe', input: { channel: 'news' } })),
]
