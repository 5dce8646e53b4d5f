import { counted } from '../../../present.ts'
import { messageHere } from '../../panes/thread/here.ts'
import type { Step } from '../../step.ts'
import { ask } from '../ask.ts'
import { isDraft } from '../change.ts'
import { call, command } from '../command.ts'
import { targetedMessages, unmarked } from '../targets.ts'

const name = 'mail.retract'

/** Takes the chosen messages back, which one sent oneself or whose senders one supervises. Who may is the mailbox's to say. */
export const retract = command({
  name: 'retract',
  at: { mail: 'g x' },
  help: 'take back what was sent',
  hint: (state) => {
    const message = messageHere(state)
    const isOwn = message !== undefined && message.from === state.session.me.address
    return isDraft(state) || !isOwn ? undefined : 'take back'
  },
  rank: 12,
  operation: 'retract',
  writes: true,
  needs: 'row',
  available(state) {
    const messages = targetedMessages(state)
    const [first] = messages
    if (first === undefined || isDraft(state)) return 'No message is selected.'
    const isDone = messages.every(({ takenBack }) => takenBack !== undefined)
    const whose = messages.length === 1 ? `${first.id} was` : 'They were'
    return !isDone || `${whose} already taken back.`
  },
  run(state) {
    const ids = [...new Set(targetedMessages(state).map(({ id }) => id))]
    return ask(state, {
      command: name,
      label: `Take back ${counted(ids.length, 'message')}. Reason (optional):`,
      subject: ids,
      keeps: true,
    })
  },
  answer(state, messages: readonly string[], text): Step {
    const reason = text.trim()
    return [unmarked(state), call(name, 'retract', { messages, ...(reason !== '' && { reason }) })]
  },
  changes: { retract: { done: 'Took back {}', verb: 'take back {}' } },
  done: {
    retract({ messages, problems = [] }) {
      const told = new Set(messages.flatMap(({ seenBy }) => seenBy)).size
      const seen =
        told === 0 ? 'nobody had seen it' : `${told} had seen it and ${told === 1 ? 'is' : 'are'} notified`
      const left =
        problems.length === 0
          ? ''
          : `; ${counted(problems.length, 'message')} stayed: ${problems[0]?.error.message}`
      return `Took back ${counted(messages.length, 'message')}; ${seen}${left}`
    },
  },
})
