import { nearestNames } from '../../../src/domain/addressing/nearest.ts'
import type { Directory, RosterQuestion } from '../../../src/domain/addressing/roster-question.ts'
import type { Place } from '../../../src/domain/places.ts'
import type { Agent, RosterEntry } from '../../../src/domain/roster.ts'
import type { Page, PageRequest, RosterStore } from '../../mail-store.ts'
import type { Connection, Mark } from '../connection.ts'
import { pageOf } from '../cursors.ts'
import { rosterVersion } from '../facts.ts'
import { isTrue } from '../marks.ts'
import { agentOf, agentsWhere, readAgents } from '../rows/agent-rows.ts'
import { placesNamed } from '../rows/place-rows.ts'
import { sideBySide } from '../side-by-side.ts'
import type { Work, Working } from '../work.ts'

/** A member names the swarm in its entry or its address; `0` is the character after `/`. */
const inSwarm =
  "(a.swarm = @swarm OR (a.swarm IS NULL AND a.address > @swarm || '/' AND a.address < @swarm || '0'))"
/** Agents that are gone are not suggested; roles are, however they are held. */
const namesSql = `SELECT address FROM agents WHERE state IN ('alive', 'frozen')
UNION ALL SELECT DISTINCT role FROM agents WHERE role IS NOT NULL AND state IN ('alive', 'frozen')
UNION ALL SELECT DISTINCT substr(tag, 6) FROM agent_tags WHERE tag >= 'role:' AND tag < 'role;'`

/** A version that is gathered, and never stored, is given to another roster. */
type Remembered = {
  readonly version: number
  readonly mark: Mark | null
  readonly answers: Map<string, Directory>
}
const remembered = new WeakMap<object, Remembered>()
const mostRemembered = 512

/** Looks agents of the roster up, by name and by common properties. */
export function openDirectory(
  connection: Connection,
): Working<Pick<RosterStore, 'lookUp' | 'list' | 'nearest'>> {
  return {
    lookUp: (question, suffices) => lookUp(connection, question, suffices === 'remembered'),
    list: (filter, page) => listAgents(connection, filter, page),
    *nearest(name, most) {
      return nearestNames(name, yield* connection.cells<string>(namesSql), most)
    },
  }
}

/** Answers are remembered while the roster stays as it is, so they have no signs of life, which raise no version. */
function* lookUp(connection: Connection, question: RosterQuestion, suffices: boolean): Work<Directory> {
  const key = JSON.stringify(question)
  let memory = rememberedOf(connection)
  const earlier = memory?.answers.get(key)
  if (earlier !== undefined && (suffices || earlier.version === (yield* rosterVersion(connection))))
    return earlier
  const { mark } = connection
  const answer = yield* directoryOf(connection, question)
  const { version } = answer
  if (memory?.version !== version || memory.answers.size >= mostRemembered) {
    memory = { version, mark, answers: new Map() }
    remembered.set(connection.store, memory)
  }
  memory.answers.set(key, answer)
  return answer
}

/** Looks at one moment: the answer is that of its version. */
function* directoryOf(connection: Connection, question: RosterQuestion): Work<Directory> {
  let [version, agents, places]: [number, readonly RosterEntry[], readonly Place[]] = [0, [], []]
  let peers: readonly string[] | undefined
  const asked: readonly ((at: Connection) => Work<void>)[] = [
    function* (at) {
      version = yield* rosterVersion(at)
    },
    function* (at) {
      if (question.places !== undefined) places = yield* placesNamed(at, question.places)
    },
    function* (at) {
      agents = yield* askRoster(at, question)
    },
    function* (at) {
      if (question.peers !== undefined) peers = yield* knownPeers(at, question.peers)
    },
  ]
  yield* sideBySide(connection, asked, (at, ask) => ask(at))
  return {
    ...(places.length === 0 ? { agents, version } : { agents, version, places }),
    ...(peers !== undefined && { peers }),
  }
}

function rememberedOf(connection: Connection): Remembered | undefined {
  const memory = remembered.get(connection.store)
  return memory !== undefined && isTrue(connection, memory.mark) ? memory : undefined
}

function knownPeers(connection: Connection, names: readonly string[]): Work<readonly string[]> {
  const sql = 'SELECT name FROM peers WHERE name IN (SELECT value FROM texts(?))'
  return connection.cells<string>(sql, JSON.stringify(names))
}

/** Whatever is asked at once is one statement: a way to a far server is what a look-up costs. */
function* askRoster(connection: Connection, question: RosterQuestion): Work<readonly RosterEntry[]> {
  const asked = Object.entries(looks).filter(([name]) => isAsked(question, name as Look))
  if (asked.length === 0 && !question.everyone) return []
  const found = asked.flatMap(([, ids]) => ids).join(' UNION ')
  const sql = agentsWhere(question.everyone ? '' : `a.id IN (${found})`)
  const rows = yield* readAgents(connection, `${sql} ORDER BY a.id`, bindingsOf(question))
  return rows.map(agentOf).map(({ lastSeen, waiting, ...entry }) => entry)
}

type Look = keyof typeof looks

const those = (name: string) => `(SELECT value FROM texts(@${name}))`
/** The numbers of the agents that a part of a question touches. */
const looks = {
  names: [
    `SELECT id FROM agents WHERE address IN ${those('names')}`,
    `SELECT id FROM agents WHERE session IN ${those('names')}`,
  ],
  roles: [`SELECT id FROM agents WHERE role IN ${those('roles')}`],
  tags: [`SELECT agent_id FROM agent_tags WHERE tag IN ${those('tags')}`],
  swarms: [
    `SELECT id FROM agents WHERE swarm IN ${those('swarms')}`,
    "SELECT a.id FROM texts(@swarms) s CROSS JOIN agents a ON a.swarm IS NULL AND a.address > s.value || '/' AND a.address < s.value || '0'",
  ],
  people: ["SELECT id FROM agents WHERE kind IN ('user', 'admin')"],
  places: [
    `SELECT s.agent_id FROM channels c CROSS JOIN subscriptions s ON s.channel_id = c.id WHERE c.name IN ${those('places')}`,
  ],
} as const

function isAsked(question: RosterQuestion, look: Look): boolean {
  if (look === 'people') return question.people
  return (look === 'tags' ? tagsIn(question) : (question[look] ?? [])).length > 0
}

/** An agent has a role by its entry or by a tag. */
function tagsIn({ tags, roles }: RosterQuestion): readonly string[] {
  return [...tags, ...roles.map((role) => `role:${role}`)]
}

function bindingsOf(question: RosterQuestion): Readonly<Record<string, string>> {
  const { names, roles, swarms, places = [] } = question
  const all = { names, roles, tags: tagsIn(question), swarms, places }
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, JSON.stringify(values)]))
}

function* listAgents(
  connection: Connection,
  filter: Parameters<RosterStore['list']>[0],
  page: PageRequest,
): Work<Page<Agent>> {
  const { swarm, role, tag, state, kind, completes } = filter
  const parts = [
    'a.address > @after',
    swarm !== undefined && inSwarm,
    role !== undefined &&
      "(a.role = @role OR a.id IN (SELECT agent_id FROM agent_tags WHERE tag = 'role:' || @role))",
    tag !== undefined && 'a.id IN (SELECT agent_id FROM agent_tags WHERE tag = @tag)',
    state !== undefined && 'a.state = @state',
    kind !== undefined && 'a.kind = @kind',
    completes && 'a.can_complete = 1',
  ]
  const condition = parts.filter((part) => typeof part === 'string').join(' AND ')
  const sql = `${agentsWhere(condition)} ORDER BY a.address LIMIT @limit`
  const bindings = {
    swarm: swarm ?? null,
    role: role ?? null,
    tag: tag ?? null,
    state: state ?? null,
    kind: kind ?? null,
    after: page.after ?? '',
    limit: page.limit + 1,
  }
  const found = yield* readAgents(connection, sql, bindings)
  const { rows, next } = pageOf(found, page.limit, ({ address }) => address)
  return { rows: rows.map(agentOf), next }
}
