import { MailError } from './errors.ts'

/**
 * An advisory claim of an agent on a path, or on all paths that a pattern can match. One that conflicts is refused and never kept waiting:
 * those that wait can wait for one another. Times are milliseconds since 1970.
 */
export type Reservation = {
  readonly agent: string
  /** The main checkout of the worktree: worktrees of one repository share their claims. */
  readonly project: string
  /** Relative to the worktree, with `/`. */
  readonly path: string
  /** Others may share it; it keeps away exclusive claims only. */
  readonly shared: boolean
  readonly since: number
  readonly until: number
}

export const reservationWays = ['warn', 'refuse', 'off'] as const
/** A hook's reaction when an agent writes into a path that another one reserved. */
export type ReservationWay = (typeof reservationWays)[number]

const minute = 60_000
export const usualReservation = 30 * minute
export const longestReservation = 24 * 60 * minute
/** The most claims of one agent. */
export const mostReservations = 200
const longestPath = 400
/** The most ways to read the braces of one path. */
const mostReadings = 16

const wild = /[*?[{]/u

/**
 * A path as a claim keeps it: relative to the root of the worktree, without `.` and `..`. Links are not followed.
 * @throws MailError `usage` it is outside of the worktree, or cannot be read
 */
export function reservedPath(written: string, folder: string, root: string): string {
  requireReadable(written)
  const absolute = resolved(written.startsWith('/') ? written : `${folder}/${written}`)
  const within = absolute === null ? null : withoutRoot(absolute, partsOf(root))
  if (within === null)
    throw wrong(`This path is not in the worktree: ${written}`, `Give paths within ${root}.`)
  const path = within.join('/')
  if (path.length > longestPath)
    throw wrong(
      `A path has ${path.length} characters; the limit is ${longestPath}.`,
      'Reserve its folder instead.',
    )
  const readings = expanded(path)
  if (readings === null)
    throw wrong(
      `The braces of this path mean more than ${mostReadings} paths: ${written}`,
      'Reserve each path separately.',
    )
  if (readings.some((one) => one.split('/').includes('..')))
    throw wrong(`This path can lead out of the worktree: ${written}`, 'Write it without `..`.')
  return path === '' ? '**' : path
}

function requireReadable(written: string): void {
  if (written.trim() === '') throw wrong('A path is empty.', 'To reserve the whole worktree, give `**`.')
  if (/[\p{Cc}\u2028\u2029]/u.test(written))
    throw wrong('A path has a control character.', 'Rename the file, or reserve its folder.')
}

function wrong(message: string, hint: string): MailError {
  return new MailError('usage', message, hint)
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}

/** `null`: it goes back over a pattern, or above everything. */
function resolved(path: string): readonly string[] | null {
  const parts: string[] = []
  for (const part of partsOf(path))
    if (part !== '..') parts.push(part)
    else {
      const left = parts.pop()
      if (left === undefined || wild.test(left)) return null
    }
  return parts
}

function withoutRoot(parts: readonly string[], root: readonly string[]): readonly string[] | null {
  return root.every((part, at) => part === parts[at]) ? parts.slice(root.length) : null
}

/**
 * Whether a path means all that is below it too: it is a folder, or it is not there yet and has a name as folders have.
 * `found`: what is there.
 */
export function meansFolder(path: string, found: 'folder' | 'file' | null): boolean {
  return found === null ? !wild.test(path) && !/\.[^/]*$/u.test(path) : found === 'folder'
}

/** Whether a path is nothing but `*`, `?` and `/` and has a `**`: it means the whole worktree, or nearly. */
export function isEverything(path: string): boolean {
  return (expanded(path) ?? [path]).some((one) => /^[*?/]*$/u.test(one) && one.includes('**'))
}

/** `{a,b}` written out; `null` for too many. Braces without a comma are meant as they are. */
function expanded(path: string): readonly string[] | null {
  const done: string[] = []
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = bracesIn(next)
    if (found === null) done.push(next)
    else for (const part of found.parts) open.push(`${found.before}${part}${found.after}`)
    if (done.length + open.length > mostReadings) return null
  }
  return done
}

type Braces = { readonly before: string; readonly parts: readonly string[]; readonly after: string }

/** The first braces with a comma of their own. */
function bracesIn(text: string): Braces | null {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const commas: number[] = []
    let depth = 0
    for (let at = start; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1
      else if (text[at] === ',' && depth === 1) commas.push(at)
      else if (text[at] === '}' && (depth -= 1) === 0) {
        if (commas.length === 0) break
        const ends = [...commas, at]
        const parts = ends.map((end, one) => text.slice((one === 0 ? start : (ends[one - 1] ?? 0)) + 1, end))
        return { before: text.slice(0, start), parts, after: text.slice(at + 1) }
      }
    }
  }
  return null
}

/** One character that is known, one of some, or any number of any. */
type Sign = string | 'one' | 'many' | { readonly among: string }
type Segment = readonly Sign[] | 'segments'
type Reading = readonly Segment[]

/** A path or pattern in all the ways in which it can be meant. */
export type ReadPath = {
  readonly exact: readonly Reading[]
  /** The readings with case and composition folded, for file systems that take such names for one. */
  readonly folded: readonly Reading[]
  /** The folded names; `null` for a pattern. */
  readonly names: readonly string[] | null
}

/**
 * Reads `*`, `?`, `**`, `[a-z]` and `{a,b}`. A path that has such characters in its name is meant too:
 * `app/[id]/page.tsx`.
 */
export function readPath(path: string): ReadPath {
  return wild.test(path) ? read(path, readingsOf) : readFilePath(path)
}

/** Reads the path of a written file. Wildcard characters in it are literal. */
export function readFilePath(path: string): ReadPath {
  return { ...read(path, (text) => [literally(text)]), names: partsOf(foldedOf(path)) }
}

function read(path: string, readings: (text: string) => readonly Reading[]): ReadPath {
  return { exact: readings(path), folded: readings(foldedOf(path)), names: null }
}

function foldedOf(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function readingsOf(path: string): readonly Reading[] {
  const patterns = (expanded(path) ?? ['**']).map((one) => partsOf(one).map(segmentOf))
  const names = partsOf(path).map((part): Segment => (part === '**' ? 'segments' : [...part]))
  return [...patterns, names]
}

function literally(path: string): Reading {
  return partsOf(path).map((part) => [...part])
}

const classForm = /^\[[!^]?\]?(?:\[:\w*:\]|[^\]])*\]/u

function segmentOf(part: string): Segment {
  if (/^\*\*+$/u.test(part)) return 'segments'
  const signs: Sign[] = []
  for (let rest = part; rest !== ''; ) {
    const among = classForm.exec(rest)?.[0]
    const [sign = ''] = rest
    if (among !== undefined) signs.push({ among })
    else if (sign === '*') signs.push('many')
    else signs.push(sign === '?' ? 'one' : sign)
    rest = rest.slice((among ?? sign).length)
  }
  return signs
}

/** Whether a path can exist that both mean. It never misses one; of two sets of characters it takes for granted that they meet. */
export function canMeet(one: ReadPath, other: ReadPath): boolean {
  if (one.names !== null && other.names !== null) return isWithin(one.names, other.names)
  if (leadsInto(one, other) || leadsInto(other, one)) return true
  return anyMeet(one.folded, other.folded) || anyMeet(one.exact, other.exact)
}

/** Whether a pattern names a plain path as a folder: that path may have been reserved before the folder was made. */
function leadsInto(pattern: ReadPath, { names }: ReadPath): boolean {
  return (
    names !== null && pattern.folded.some((reading) => names.every((name, at) => isName(reading[at], name)))
  )
}

function isName(segment: Segment | undefined, name: string): boolean {
  if (segment === undefined || segment === 'segments') return false
  const characters = [...name]
  return segment.length === characters.length && segment.every((sign, at) => sign === characters[at])
}

/** The same name, or one below the other: what was reserved before it was made may become a folder. */
function isWithin(one: readonly string[], other: readonly string[]): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  return short.every((name, at) => name === long[at])
}

function anyMeet(some: readonly Reading[], others: readonly Reading[]): boolean {
  return some.some((one) => others.some((other) => sequencesMeet(one, other, isMany, segmentsMeet)))
}

const isMany = (segment: Segment) => segment === 'segments'

function segmentsMeet(one: Segment, other: Segment): boolean {
  if (one === 'segments' || other === 'segments') return true
  return sequencesMeet(one, other, (sign) => sign === 'many', signsMeet)
}

function signsMeet(one: Sign, other: Sign): boolean {
  if (one === 'one' || other === 'one' || one === other) return true
  if (typeof one === 'string') return typeof other !== 'string' && isAmong(one, other.among)
  return typeof other !== 'string' || isAmong(other, one.among)
}

function isAmong(character: string, among: string): boolean {
  // Names of classes, such as [:alpha:], are taken to have every character.
  if (among.includes('[:')) return true
  const isNegated = among[1] === '!' || among[1] === '^'
  const inner = [...among.slice(isNegated ? 2 : 1, -1)]
  const code = character.codePointAt(0) ?? 0
  let isThere = false
  for (let at = 0; at < inner.length; at += 1) {
    const isRange = inner[at + 1] === '-' && at + 2 < inner.length
    const from = inner[at]?.codePointAt(0) ?? 0
    const to = (isRange ? inner[at + 2]?.codePointAt(0) : from) ?? from
    if (code >= from && code <= to) isThere = true
    if (isRange) at += 2
  }
  return isThere !== isNegated
}

/** Whether one sequence can be what both patterns describe: row by row, which ends of them can be reached together. */
function sequencesMeet<T>(
  one: readonly T[],
  other: readonly T[],
  isManyOf: (item: T) => boolean,
  meet: (a: T, b: T) => boolean,
): boolean {
  let below: boolean[] = []
  for (let i = one.length; i >= 0; i -= 1) {
    const row: boolean[] = []
    const a = one[i]
    for (let j = other.length; j >= 0; j -= 1) {
      const b = other[j]
      const isEnd = a === undefined && b === undefined
      const passA = a !== undefined && (isManyOf(a) || (b !== undefined && isManyOf(b))) && below[j] === true
      const passB =
        b !== undefined && (isManyOf(b) || (a !== undefined && isManyOf(a))) && row[j + 1] === true
      const both = a !== undefined && b !== undefined && below[j + 1] === true && meet(a, b)
      row[j] = isEnd || passA || passB || both
    }
    below = row
  }
  return below[0] === true
}

type Wanted = { readonly agent: string; readonly shared: boolean; readonly path: ReadPath }

/** The claims of others that stand against a new one, or against a file that an agent writes to. */
export function standAgainst<R extends Pick<Reservation, 'agent' | 'shared' | 'path'>>(
  wanted: Wanted,
  held: readonly R[],
): readonly R[] {
  return held.filter(
    ({ agent, shared, path }) =>
      agent !== wanted.agent && !(shared && wanted.shared) && canMeet(wanted.path, readPath(path)),
  )
}
