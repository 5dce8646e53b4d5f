/** Lost work is reassigned at most this often, and not at all after this many failures. */
const redispatchRules = { cooldown: 5 * 60_000, mostFailures: 3 } as const

/** The record of a piece of work (Gas Town: a bead) that was reassigned. */
export type Redispatch = {
  readonly bead: string
  readonly failures: number
  /** The last assignment and its agent; `agent` is null once that agent failed. */
  readonly attemptedAt: number | null
  readonly agent: string | null
  readonly escalatedAt: number | null
}

export const redispatchDecisions = ['sent', 'cooldown', 'waiting', 'escalated', 'given-up', 'done'] as const
export type RedispatchDecision = (typeof redispatchDecisions)[number]

export type Redispatched = {
  readonly decision: Exclude<RedispatchDecision, 'done'>
  readonly to: string | null
  readonly why: string
  readonly next: Redispatch
}

export type Promotion = { readonly promoteAfter: number; readonly promoteTo: string | null }

export function neverDispatched(bead: string): Redispatch {
  return { bead, failures: 0, attemptedAt: null, agent: null, escalatedAt: null }
}

export function inCooldown(attemptedAt: number | null, now: number, cooldown: number): boolean {
  return attemptedAt !== null && now - attemptedAt < cooldown
}

export function shouldEscalate(failures: number, most: number): boolean {
  return failures >= most
}

/** The agent that gets repeatedly failed work; `null` for any polecat. */
export function agentOverride(failures: number, promoteAfter: number, to: string | null): string | null {
  return failures >= promoteAfter ? to : null
}

/**
 * Polecats that lost it before come last, the latest of them at the very end. Alone in the rig, that polecat gets it
 * again.
 */
export function othersFirst(free: readonly string[], losers: readonly string[]): readonly string[] {
  const others = free.filter((address) => !losers.includes(address))
  return [...others, ...losers.toReversed().filter((address) => free.includes(address))]
}

/** `--failed`: the current polecat failed. */
export function failed(known: Redispatch): Redispatch {
  return { ...known, failures: known.failures + 1, agent: null }
}

export type Polecats = {
  readonly rig: string
  /** Those that can take work, the first one first. */
  readonly free: readonly string[]
  /** Whether the polecat that has the bead lost it. Time alone takes work from nobody. */
  readonly isLost: boolean
}

/**
 * Decides about a bead without a worker: assign it to the first idle polecat, unless it was assigned a moment ago or
 * failed too often. If the polecat that had it lost it, that polecat failed.
 */
export function decideRedispatch(
  known: Redispatch,
  { rig, free, isLost }: Polecats,
  now: number,
  promotion: Promotion = { promoteAfter: 0, promoteTo: null },
): Redispatched {
  const { cooldown, mostFailures } = redispatchRules
  const same = { to: null, next: known }
  if (known.escalatedAt !== null)
    return { ...same, decision: 'given-up', why: `It was escalated after ${known.failures} failures.` }
  const isCooling = inCooldown(known.attemptedAt, now, cooldown)
  if (known.agent !== null && !isCooling && !isLost)
    return {
      ...same,
      decision: 'waiting',
      why: `${known.agent} has it. If it lost it, send RECOVERED_BEAD or pass --failed.`,
    }
  const state = known.agent === null || isCooling ? known : failed(known)
  if (shouldEscalate(state.failures, mostFailures)) {
    const why = `It failed ${state.failures} times, which is the limit.`
    return { decision: 'escalated', to: 'mayor/', why, next: { ...state, escalatedAt: now } }
  }
  if (isCooling) {
    const seconds = Math.ceil(((known.attemptedAt ?? 0) + cooldown - now) / 1000)
    return { ...same, decision: 'cooldown', why: `It was assigned a moment ago; try again in ${seconds} s.` }
  }
  const promoted = agentOverride(state.failures, promotion.promoteAfter, promotion.promoteTo)
  const to = [...(promoted === null ? [] : [promoted]), ...free].find((address) => address !== known.agent)
  if (to === undefined)
    return {
      ...same,
      next: state,
      decision: 'waiting',
      why: `No polecat of ${rig} is idle.`,
    }
  const because = to === promoted ? `${to} takes over failed work` : `${to} of ${rig} is idle`
  const why =
    state.failures === 0 ? `${because}.` : `It failed ${state.failures} of ${mostFailures} times; ${because}.`
  return { decision: 'sent', to, why, next: { ...state, attemptedAt: now, agent: to } }
}

/** The subject of the mail that assigns a bead. */
export function redispatchSubject(bead: string): string {
  return `REDISPATCH ${bead}`
}

/** The rig prefix of a bead's name: `gt` of `gt-abc123`. */
export function prefixOf(bead: string): string | null {
  return /^([a-z][a-z0-9]*)-[a-z0-9][a-z0-9._-]*$/iu.exec(bead)?.[1]?.toLowerCase() ?? null
}

/** The rigs that a prefix can mean: a rig with exactly that name, otherwise those whose name it abbreviates. */
export function rigsOfPrefix(prefix: string, rigs: readonly string[]): readonly string[] {
  const same = rigs.filter((rig) => rig.toLowerCase() === prefix)
  return same.length > 0 ? same : rigs.filter((rig) => shortens(prefix, rig.toLowerCase()))
}

/** The same first letter, and the others in their order: `gt` for gastown, `gp` for greenplace. */
function shortens(short: string, name: string): boolean {
  if (short[0] !== name[0]) return false
  let at = 0
  for (const letter of name) if (letter === short[at]) at += 1
  return at === short.length
}

/** `bd-xyz` of `RECOVERED_BEAD bd-xyz`, after whatever word in capitals; empty for any other subject. */
export function beadOfSubject(subject: string): string {
  return /^(?:[A-Z_]+\s+)?RECOVERED_BEAD:?\s+(\S+)/u.exec(subject.trim())?.[1] ?? ''
}

/** `gastown/max` of the line `Polecat: gastown/max`; empty without such a line. */
export function polecatOfBody(body: string): string {
  return /^Polecat:[^\S\n]*([^/\s]+\/\S+)/mu.exec(body)?.[1] ?? ''
}

/** `gastown` of the line `Polecat: gastown/max`; empty without such a line. */
export function rigOfBody(body: string): string {
  return /^Polecat:[^\S\n]*([^/\s]+)\//mu.exec(body)?.[1] ?? ''
}
