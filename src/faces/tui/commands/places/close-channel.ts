import { yesOrNo } from '../../compose/editor/line-view.ts'
import { ownInbox } from '../../panes/inbox/own-inbox.ts'
import { type Step, say } from '../../step.ts'
import { ask, isYes } from '../ask.ts'
import { call, command } from '../command.ts'
import { channelHere } from '../here.ts'

const name = 'channel.close'

type Subject = { readonly channel: string; readonly closed: boolean }

/** Closes a channel; deletes it where it is closed already. */
export const closeChannel = command({
  name: 'close',
  at: { channel: 'X' },
  help: 'close the channel; delete a closed channel',
  rank: 4.5,
  operation: 'closeChannel',
  writes: true,
  needs: 'changes',
  run(state) {
    const channel = channelHere(state)
    if (channel === null) return [state]
    const status = state.panes.roster.places.channels.find(({ name }) => name === channel)?.status
    const subject: Subject = { channel, closed: status === 'closed' }
    const label = subject.closed
      ? `Delete the channel ${channel}? Copies stay.${yesOrNo}`
      : `Close the channel ${channel}?${yesOrNo}`
    return ask(state, { command: name, label, subject })
  },
  answer(state, { channel, closed }: Subject, text): Step {
    if (!isYes(text)) return say(state, closed ? 'The channel stays.' : 'The channel stays open.')
    return [
      state,
      closed ? call(name, 'deleteChannel', { channel }) : call(name, 'closeChannel', { channel }),
    ]
  },
  done: {
    closeChannel: (_, { channel }) => `Closed #${channel} (X again deletes it)`,
    deleteChannel: (_, { channel }, self) => ({
      text: `Deleted #${channel}; copies stay where they are`,
      show: ownInbox(self),
    }),
  },
})
