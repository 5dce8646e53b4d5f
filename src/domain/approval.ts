/** A person's answers to a request of a coding agent. */
export const verdicts = ['allow', 'deny'] as const
export type Verdict = (typeof verdicts)[number]

/** Longer requests are not decided here: nobody would read them on one screen. In characters. */
export const longestRequest = 64_000

/** A request that a hook waits for an answer to. */
export type PermissionRequest = {
  /** Random, made by the hook that waits. */
  readonly id: string
  readonly agent: string
  readonly session: string | null
  /** The coding agent's request as JSON: the tool, its input, the folder. */
  readonly request: string
  readonly since: number
  /** The hook waits until then. */
  readonly until: number
}

/** A decision as the store has it. Anybody who can write the store can write one: its signature alone counts. */
export type Decision = {
  readonly verdict: string
  /** The digest of the request that the person was shown. */
  readonly digest: string
  readonly by: string
  readonly at: number
  readonly signature: string
}

/** The text of a digest. It contains everything that decides what is allowed, and for how long. */
export function requestText({ id, agent, session, request, since, until }: PermissionRequest): string {
  return JSON.stringify(['watchpost request 1', id, agent, session, since, until, request])
}

/** The signed text. The request's id is random and its hook answers once, so that no decision counts twice. */
export function decisionText(id: string, { verdict, digest, by, at }: Omit<Decision, 'signature'>): string {
  return JSON.stringify(['watchpost decision 1', id, digest, verdict, by, at])
}

/** Clocks of one machine: a decision cannot be older than its request. */
export type Judged = { readonly verdict: Verdict } | { readonly refused: string }

type Known = {
  /** Of the request that the hook itself holds. */
  readonly digest: string
  readonly now: number
  /** Whether a text was signed with the person's key. */
  readonly isSigned: (text: string, signature: string) => Promise<boolean>
}

/** Whether a decision answers the request that a hook holds. */
export async function judgeDecision(
  request: PermissionRequest,
  decision: Decision,
  known: Known,
): Promise<Judged> {
  const { verdict, digest, at, signature } = decision
  if (!(await known.isSigned(decisionText(request.id, decision), signature)))
    return { refused: 'its signature is wrong' }
  if (digest !== known.digest) return { refused: 'it is about another request' }
  if (at < request.since || at > request.until || known.now > request.until)
    return { refused: 'it came after the time limit' }
  const meant = verdicts.find((one) => one === verdict)
  return meant === undefined ? { refused: 'it is no decision' } : { verdict: meant }
}

/** The times of a request. All are milliseconds since 1970. */
type RequestTimes = {
  readonly until: number
  /** When its hook took a decision, and when it waited no longer. */
  readonly takenAt: number | null
  readonly closedAt: number | null
}

/** Why nobody waits for a decision any more, or `null`. `isGone`: the process of the hook has ended. */
export function closedBy(
  { until, takenAt, closedAt }: RequestTimes,
  now: number,
  isGone: boolean,
): 'decision' | 'time' | 'end' | null {
  if (takenAt !== null) return 'decision'
  if ((closedAt ?? now) > until) return 'time'
  return closedAt !== null || isGone ? 'end' : null
}
