import type { Posted } from '../../../store/mail-store.ts'
import { shortId } from '../../domain/id.ts'
import type { SentValue } from '../../values/mail-schema.ts'

export function sentValue(
  { id, thread, duplicate, withheld }: Posted,
  recipients: SentValue['recipients'],
  warnings: readonly string[],
  absent: readonly string[] = [],
): SentValue {
  const sent = { id: shortId(id), thread: shortId(thread), recipients, duplicate, warnings }
  return {
    ...sent,
    ...(absent.length > 0 && { absent }),
    ...(withheld !== undefined && withheldPart(sent, withheld)),
  }
}

/** The sender learns that it is not delivered, from its exit code, too: it should stop, not write again. */
function withheldPart(
  { id, recipients }: Pick<SentValue, 'id' | 'recipients'>,
  { loop, from }: NonNullable<Posted['withheld']>,
): Pick<SentValue, 'recipients' | 'problems'> {
  const kept = new Set(from)
  const error = {
    code: 'partial' as const,
    message: `${id} is stored, and held back from ${from.join(', ')}: this looks like a loop, so a person decides whether it goes on.`,
    hint: `Stop writing, and wait. A person sees it with \`watchpost loop list\` (loop ${loop}).`,
  }
  return {
    recipients: recipients.map((one) =>
      kept.has(one.address) ? { ...one, state: 'withheld' as const } : one,
    ),
    problems: [{ id, error }],
  }
}
