import { pause } from '../../after.ts'
import {
  judgeDecision,
  longestRequest,
  type PermissionRequest,
  requestText,
  type Verdict,
} from '../../domain/approval.ts'
import { usualWait } from '../../domain/approval-wait.ts'
import type { Json } from '../../domain/json.ts'
import type { Context } from '../context.ts'
import { type Asked, noteAsked, wentOn } from '../sessions/asking.ts'

/** How often a hook looks whether a decision came, ms. */
const between = 200

export type Wanted = {
  readonly since: number
  readonly asked: Asked
  /** The coding agent's request. */
  readonly request: Json
  /** The coding agent that asks, as `harnesses` names it. */
  readonly harness?: string | null
  /** The coding agent ends its hook: the person has answered at its prompt. */
  readonly stopped?: Promise<unknown>
}

export type Decided = { readonly verdict: Verdict; readonly by: string }

/**
 * Notes that the session waits for a person, and waits until a person has decided, or the person's time is over. A decision counts only if it was signed with the
 * person's key for the very request that is held here: what the store has decides nothing. A wait that is stopped is over for Attention.
 */
export async function awaitDecision(
  context: Context,
  { since, asked, request: wanted, harness = null, stopped = new Promise(() => {}) }: Wanted,
): Promise<Decided | null> {
  const { store, settings, actor, session, approvals, processes, now } = context
  const text = JSON.stringify(wanted)
  if (!settings.approvals.on || approvals === undefined || text.length > longestRequest) {
    await noteAsked(context, asked, since)
    return null
  }
  const request: PermissionRequest = {
    id: randomId(),
    agent: actor.address,
    session,
    request: text,
    since,
    until: since + (settings.approvals.wait ?? usualWait(harness)),
  }
  const { isSigned, digest: digestOf } = await approvals.open(settings.approvals)
  const digest = digestOf(requestText(request))
  const process = (await processes?.own()) ?? null
  await store.requests.open({ ...request, helper: asked.helper, process })
  let seen = 0
  let isStopped = false
  const stop = stopped.then(() => (isStopped = true))
  try {
    // The wait comes after its request: a person who sees it can open the request at once.
    if (!(await noteAsked(context, asked, since))) return null
    while (now() <= request.until && !isStopped) {
      const decisions = await store.requests.decisions(request.id)
      // A forged decision is skipped, so that it does not block the person's.
      for (const decision of decisions.slice(seen)) {
        const judged = await judgeDecision(request, decision, { digest, now: now(), isSigned })
        if ('verdict' in judged && (await store.requests.take(request.id, now())))
          return { verdict: judged.verdict, by: decision.by }
      }
      seen = decisions.length
      await Promise.race([pause(between), stop])
    }
    if (isStopped) await wentOn(context, { helper: asked.helper })
    return null
  } finally {
    await store.requests.close(request.id, now())
  }
}

/** 128 random bits: nobody can sign for a request before it is made. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
