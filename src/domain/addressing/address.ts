import { MailError } from '../errors.ts'
import { tagKinds } from '../places.ts'

/**
 * The parsed form of one written address, before the roster is asked. `name` and `names` are in Gas Town's normal form;
 * `longForm` keeps the fuller spelling if there is one.
 */
export type Address =
  | {
      readonly type: 'agent'
      readonly name: string
      readonly longForm: string | null
      /** Written `agent:NAME`: only an agent of that name is meant, not a role or a place. */
      readonly explicit?: true
    }
  | { readonly type: 'person' }
  | { readonly type: 'role' | 'group' | 'queue' | 'channel' | 'session'; readonly name: string }
  | { readonly type: 'tag'; readonly tag: string }
  | { readonly type: 'all' }
  | { readonly type: 'swarm'; readonly swarm: string }
  | { readonly type: 'pattern'; readonly pattern: string }
  | { readonly type: 'set'; readonly set: string; readonly rig: string | null }
  | { readonly type: 'remote'; readonly name: string; readonly swarm: string }
  /** The best of all agents, or of those with a role or a tag. Only new mail has enough to choose by. */
  | { readonly type: 'best'; readonly among: BestAmong | null }

export type BestAmong =
  | { readonly type: 'role'; readonly name: string }
  | { readonly type: 'tag'; readonly tag: string }

const people = new Set(['overseer', 'human', 'user', 'ceo'])
const tagFamilies: ReadonlySet<string> = new Set(tagKinds)
const sets = new Set(['town', 'crew', 'witnesses', 'dogs', 'refineries', 'deacons', 'overseer'])
const rigSets = new Set(['rig', 'crew', 'polecats'])
const singletons = new Set(['mayor', 'deacon'])
/** Names with another meaning, which agents and swarms must not have. */
export const reservedNames: ReadonlySet<string> = new Set([...people, 'all', 'system', 'broadcast'])
const nameLimit = 200

/**
 * Letters, marks, numbers and the punctuation that names use; nothing invisible, no spaces, no separators of ours.
 * ASCII first: the tables behind the whole of Unicode take longer to build than most commands take to run.
 */
function isWord(text: string): boolean {
  return /^\w[\w.+~#'&=%$!-]*$/u.test(text) || /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}._+~#'&=%$!-]*$/u.test(text)
}

/** Parses one address. @throws MailError `usage` if it is invalid */
export function parseAddress(written: string): Address {
  const text = written.trim().normalize('NFC')
  if (text === '')
    throw new MailError('usage', 'The address is empty.', 'Give an agent, `all` or `role:NAME`.')
  if (text === 'all') return { type: 'all' }
  if (people.has(text)) return { type: 'person' }
  const colon = text.indexOf(':')
  if (colon > 0) return prefixed(text, text.slice(0, colon), text.slice(colon + 1))
  if (text.startsWith('@')) return parseSet(text)
  const at = text.indexOf('@')
  if (at > 0)
    return {
      type: 'remote',
      name: requireName(text.slice(0, at), text),
      swarm: requireSegment(text.slice(at + 1), text),
    }
  if (text.includes('*')) return { type: 'pattern', pattern: requirePattern(text) }
  const name = requireName(text, text)
  return { type: 'agent', name, longForm: longFormOf(text, name) }
}

function prefixed(text: string, prefix: string, rest: string): Address {
  switch (prefix) {
    case 'agent': {
      const name = requireName(rest, text)
      return { type: 'agent', name, longForm: longFormOf(rest, name), explicit: true }
    }
    case 'role':
    case 'session':
      return { type: prefix, name: requireName(rest, text) }
    case 'group':
    case 'queue':
    case 'channel':
      requireName(rest, text)
      // No agent's normal form: a group may be called mayor.
      return { type: prefix, name: withoutSlashes(rest) }
    case 'best':
      return { type: 'best', among: amongOf(rest, text) }
    case 'broadcast':
    case 'swarm':
      return { type: 'swarm', swarm: requireSegment(rest, text) }
    default:
      if (tagFamilies.has(prefix)) return { type: 'tag', tag: `${prefix}:${requireName(rest, text)}` }
      throw new MailError(
        'usage',
        `Unknown prefix ${prefix}: in the address ${text}`,
        'The prefixes are agent, role, best, project, concern, domain, broadcast, group, queue, channel and session.',
      )
  }
}

/** `best:` alone is everyone, `best:reviewer` a role, `best:project:atlas` a tag. */
function amongOf(rest: string, text: string): BestAmong | null {
  if (rest === '') return null
  const [family = '', name, ...more] = rest.split(':')
  if (name === undefined) return { type: 'role', name: requireName(rest, text) }
  if (family === 'role' && more.length === 0) return { type: 'role', name: requireName(name, text) }
  if (tagFamilies.has(family) && more.length === 0)
    return { type: 'tag', tag: `${family}:${requireName(name, text)}` }
  throw new MailError(
    'usage',
    `Invalid address: ${JSON.stringify(text.slice(0, nameLimit))}`,
    'Use best:, best:ROLE, or a tag such as best:project:NAME.',
  )
}

/** Whether the recipient is to be chosen by what the message says. */
export function isBest(text: string): boolean {
  return text.trimStart().startsWith('best:')
}

function parseSet(text: string): Address {
  const [set = '', rig, ...more] = text.slice(1).split('/')
  const known = rig === undefined ? sets.has(set) : rigSets.has(set) && rig !== '' && more.length === 0
  if (known) return { type: 'set', set, rig: rig ?? null }
  if (rig === undefined && isWord(set)) return { type: 'group', name: set }
  throw new MailError(
    'usage',
    `Unknown set: ${text}`,
    'The sets are @town, @crew, @witnesses, @dogs, @refineries, @deacons, @overseer, @rig/R, @crew/R and @polecats/R.',
  )
}

/** Without those at its end. An expression would have to be compiled, at every start. */
function withoutSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}

/** Gas Town's normal form: `rig/polecats/x` and `rig/crew/x` are `rig/x`; mayor and deacon are the town's. */
export function normalName(text: string): string {
  const segments = withoutSlashes(text).split('/')
  const last = segments.at(-1) ?? ''
  if (segments.length <= 2 && singletons.has(last)) return `${last}/`
  if (segments.length === 3 && (segments[1] === 'polecats' || segments[1] === 'crew'))
    return `${segments[0]}/${last}`
  return segments.join('/')
}

function longFormOf(text: string, name: string): string | null {
  const bare = withoutSlashes(text)
  return bare === name || `${bare}/` === name ? null : bare
}

/** Whether a recipient is an agent of another swarm: no name of our own has an at sign in it. */
export function isRemote(recipient: string): boolean {
  return recipient.includes('@')
}

/** The swarm in `name@swarm`. */
export function swarmIn(recipient: string): string {
  return recipient.slice(recipient.lastIndexOf('@') + 1)
}

/** A name that a swarm can have. @throws MailError `usage` */
export function requireSwarmName(written: string): string {
  const text = written.trim().normalize('NFC')
  const name = requireSegment(text, text)
  if (!reservedNames.has(name.toLowerCase())) return name
  throw new MailError(
    'usage',
    `A swarm cannot be called ${name}: this name has another meaning.`,
    'Use another word, such as swarm_dev.',
  )
}

/** Whether it means the people here. */
export function isPeople(text: string): boolean {
  return people.has(text.trim())
}

/** A name that an agent can be registered under. @throws MailError `usage` */
export function requireAgentName(text: string): { readonly name: string; readonly longForm: string | null } {
  const address = parseAddress(text)
  if (address.type === 'agent' && !reservedNames.has(address.name))
    return { name: address.name, longForm: address.longForm }
  throw new MailError(
    'usage',
    `Invalid name for an agent: ${text.trim()}`,
    'This address has another meaning; choose a plain name such as architect or swarm_dev/critic.',
  )
}

function requireName(text: string, whole: string): string {
  const name = normalName(text)
  const segments = withoutSlashes(name).split('/')
  if (text.length > nameLimit || !segments.every((segment) => isWord(segment))) {
    throw new MailError(
      'usage',
      `Invalid address: ${JSON.stringify(whole.slice(0, nameLimit))}`,
      'Use letters, digits, _ . + - and / between parts, at most 200 characters.',
    )
  }
  return name
}

function requireSegment(text: string, whole: string): string {
  if (!isWord(text))
    throw new MailError(
      'usage',
      `Invalid name of a swarm: ${JSON.stringify(text)} in ${JSON.stringify(whole)}`,
      'Use one word, such as swarm_dev.',
    )
  return text
}

function requirePattern(text: string): string {
  const segments = text.split('/')
  const good = segments.every((segment) => segment === '*' || isWord(segment))
  if (!good)
    throw new MailError(
      'usage',
      `Not a pattern: ${text}`,
      'A * stands for one whole part between slashes, as in */witness or gastown/crew/*.',
    )
  return text
}

/** Whether an address fits a pattern: every `*` is exactly one whole segment. Either form of the address may fit. */
export function matchesPattern(pattern: string, ...forms: readonly (string | null)[]): boolean {
  const wanted = pattern.replace(/\/$/u, '').split('/')
  return forms.some((form) => {
    const segments = form?.replace(/\/$/u, '').split('/')
    return (
      segments?.length === wanted.length && wanted.every((part, at) => part === '*' || part === segments[at])
    )
  })
}
