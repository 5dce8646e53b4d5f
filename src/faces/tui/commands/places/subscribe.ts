import { call, command } from '../command.ts'
import { channelHere } from '../here.ts'

const name = 'channel.subscribe'

export const subscribe = command({
  name: 'subscribe',
  at: { channel: 'S' },
  help: 'subscribe, unsubscribe',
  hint: 'subscribe',
  rank: 4.5,
  operation: 'subscribe',
  writes: true,
  needs: 'changes',
  run(state) {
    const channel = channelHere(state)
    if (channel === null) return [state]
    const known = state.panes.roster.places.channels.find(({ name }) => name === channel)
    return [
      state,
      known?.subscribed ? call(name, 'unsubscribe', { channel }) : call(name, 'subscribe', { channel }),
    ]
  },
  done: {
    subscribe: (_, { channel }) => `Subscribed: you get a copy of every post to #${channel}`,
    unsubscribe: (_, { channel }) => `Unsubscribed from #${channel}`,
  },
})
