import type { StoredRequest } from '../../../store/mail-store.ts'
import { pause } from '../../after.ts'
import { decisionText, requestText, type Verdict, verdicts } from '../../domain/approval.ts'
import { MailError } from '../../domain/errors.ts'
import { isPerson } from '../../domain/roster.ts'
import { choice, requiredText } from '../../input/input.ts'
import { closedNow, requireRequest } from '../../services/approvals/lookup.ts'
import type { Context } from '../../services/context.ts'
import { doubtOfPerson } from '../../services/proven-person.ts'
import type { Values } from '../../values/schemas.ts'
import { operation } from '../operation.ts'

/** How long the waiting hook may take to see the decision, ms. */
const longestTaking = 2_000
const between = 50

export const decideRequest = operation({
  summary: 'Allow or deny what an agent asks permission for; only a person in the terminal inbox can',
  access: 'write',
  needs: 'own',
  nameless: 'nobody',
  // The operation refuses read-only callers itself, and notes that.
  lookingOnly: (input) => input,
  input: {
    request: requiredText('The request', { positional: true, placeholder: 'ID' }),
    verdict: choice(verdicts, 'The answer'),
    digest: requiredText('The digest of the request that you were shown', { placeholder: 'HEX' }),
  },
  value: 'decidedRequest',
  async run(context, { request: id, verdict, digest }): Promise<Values['decidedRequest']> {
    if (verdict === undefined) throw new MailError('usage', '--verdict is missing.', 'It is allow or deny.')
    const request = await requireRequest(context, id)
    const decision = { verdict, digest, by: context.actor.address, at: context.now() }
    const refused = await refusalOf(context, request, digest)
    if (refused !== null) {
      await note(context, request, decision, refused)
      throw new MailError(
        'not-allowed',
        `The request of ${request.agent} was not decided: ${refused}.`,
        'Answer it at its own prompt.',
      )
    }
    const signature = await signed(context, request, decision)
    await note(context, request, decision, 'given', signature)
    return { request: id, agent: request.agent, verdict, taken: await isTaken(context, id) }
  },
})

/** @throws MailError `not-allowed` where the person's agent or key does not sign: that is noted, and decides nothing */
async function signed(context: Context, request: StoredRequest, decision: Decided): Promise<string | null> {
  const approvals = await context.approvals?.open(context.settings.approvals)
  try {
    return (await approvals?.sign(decisionText(request.id, decision))) ?? null
  } catch (error) {
    await note(context, request, decision, 'it was not signed')
    throw error
  }
}

/** Why this caller may not decide, or not any more; `null` if it may. */
async function refusalOf(context: Context, request: StoredRequest, digest: string): Promise<string | null> {
  const { settings, how, principal, actor, onlyLooks, approvals, command, identity } = context
  if (!settings.approvals.on) return 'your settings do not say `approvals: on`'
  if (how === 'flag') return 'decisions by --as do not count'
  if (principal !== null || onlyLooks === true || !isPerson(actor)) return 'an agent cannot decide'
  if (approvals === undefined || command !== 'screen') return 'it can only be decided in the terminal inbox'
  const notAPerson = await doubtOfPerson({ identity })
  if (notAPerson !== null) return `only a person at a terminal can decide, and ${notAPerson}`
  const closed = await closedNow(context, request)
  if (closed !== null) return closedWords[closed]
  if ((await approvals.open(settings.approvals)).digest(requestText(request)) !== digest)
    return 'it is not the request that was shown'
  return null
}

const closedWords = {
  decision: 'it has been decided already',
  time: 'its time is over',
  end: 'it was answered at its prompt, or its session ended',
} as const

type Decided = {
  readonly verdict: Verdict
  readonly digest: string
  readonly by: string
  readonly at: number
}

async function note(
  { store, principal }: Context,
  { id, agent }: StoredRequest,
  decision: Decided,
  outcome: string,
  signature: string | null = null,
): Promise<void> {
  const who = principal?.address ?? null
  await store.requests.note({ ...decision, request: id, agent, principal: who, outcome, signature })
}

async function isTaken({ store }: Context, id: string): Promise<boolean> {
  for (let waited = 0; waited < longestTaking; waited += between) {
    const found = await store.requests.find(id)
    if (found === null || found.takenAt !== null || found.closedAt !== null) return found?.takenAt != null
    await pause(between)
  }
  return false
}
