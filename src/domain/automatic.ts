import type { Message } from './message.ts'

/**
 * Whether a program may answer a message by itself: neither an answer, nor news, nor what another program or the system wrote by itself, as
 * RFC 3834 has it. Two programs that answered each other's answers would never end.
 */
export function mayAnswerItself({
  from,
  kind,
  automatic,
}: Pick<Message, 'from' | 'kind' | 'automatic'>): boolean {
  return kind !== 'response' && kind !== 'notification' && automatic !== true && from !== 'system'
}
