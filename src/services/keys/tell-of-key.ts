import { isMailError } from '../../domain/errors.ts'
import type { Priority } from '../../domain/priority.ts'
import { disarmLine } from '../../domain/prompt/disarm.ts'
import { keyName, type PublicKey } from '../../domain/public-keys.ts'
import { isPerson } from '../../domain/roster.ts'
import type { Context } from '../context.ts'
import { whoOf } from '../gate/gate.ts'
import { postNotice } from '../posting/notice.ts'

const day = 24 * 3_600_000
const sealedLately = 30 * day
const longestName = 80

/**
 * A new key opens later mail, so it is never silent: its owner is told, unless it was the owner's own doing, and so are those
 * who sealed mail for the owner lately. The first key of an agent replaces none; whoever seals mail for it may have made it.
 */
export async function tellOfKey(
  context: Context,
  holder: string,
  key: PublicKey,
  isFirst: boolean,
): Promise<void> {
  if (isFirst) return
  const { by } = whoOf(context)
  const doer = typeof by === 'string' ? null : by.address
  const where = `${keyName(key.key)} on ${disarmLine(key.machine, longestName)}`
  const maker = doer ?? 'A session without a name'
  if (doer !== holder)
    await tell(
      context,
      holder,
      `${maker} listed a new key for you`,
      [
        `Mail that is sealed for you from now on opens with this key: ${where}.`,
        'If you did not expect it, run `watchpost keys rotate --only`, and tell a person.',
      ],
      'normal',
    )
  const kind = await context.store.roster.kindOf(holder)
  const readsAll = kind !== null && isPerson({ kind })
  const since = context.now() - sealedLately
  for (const sealer of await context.store.messages.sealers(readsAll ? null : holder, since))
    if (sealer !== holder && sealer !== doer)
      await tell(
        context,
        sealer,
        `${holder} has a new key`,
        [
          `Mail that you seal for ${holder} from now on opens with this key: ${where}.`,
          `${doer === holder ? `${holder} listed it.` : `${maker} listed it for ${holder}.`} If that is not expected, ask ${holder}.`,
        ],
        'low',
      )
}

/** A mailbox that is full or gone keeps nobody from a new key. */
async function tell(
  context: Context,
  to: string,
  subject: string,
  lines: readonly string[],
  priority: Priority,
): Promise<void> {
  try {
    await postNotice(context, { to: [to], subject, body: lines.join('\n'), about: null, key: null, priority })
  } catch (error) {
    if (!isMailError(error) || (error.code !== 'conflict' && error.code !== 'not-found')) throw error
  }
}
