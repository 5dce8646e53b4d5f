import type { SentValue } from '../../values/mail-schema.ts'
import type { Context } from '../context.ts'
import type { Composed } from './compose.ts'
import { storeLetter } from './store-letter.ts'
import { ForbiddenRecipients } from './talks-to.ts'

/**
 * Stores what an actor wrote. In a MAIL task, a forbidden recipient is also reported in the task.
 * @throws MailError as `storeLetter`
 */
export async function postMessage(context: Context, letter: Composed): Promise<SentValue> {
  try {
    return await storeLetter(context, letter)
  } catch (error) {
    if (error instanceof ForbiddenRecipients && letter.task !== undefined)
      await (await import('../tasks/refused.ts')).tellRefused(context, letter, error)
    throw error
  }
}
