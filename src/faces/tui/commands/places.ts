import { counted } from '../../present.ts'
import { chosenIds } from '../panes/inbox/chosen.ts'
import { ownInbox } from '../panes/inbox/own-inbox.ts'
import { type Step, say } from '../step.ts'
import { ask, confirm, wordsIn } from './ask.ts'
import { type Command, call } from './command.ts'
import { channelHere, groupHere } from './here.ts'
import { unmarked } from './targets.ts'

/** The keys of a channel, a group. */
export const placeCommands: readonly Command[] = [
  {
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
        known?.subscribed
          ? call('channel.subscribe', 'unsubscribe', { channel })
          : call('channel.subscribe', 'subscribe', { channel }),
      ]
    },
    done: {
      subscribe: (_, { channel }) => `Subscribed: you get a copy of every post to #${channel}`,
      unsubscribe: (_, { channel }) => `Unsubscribed from #${channel}`,
    },
  },
  /** Closes a channel; deletes it where it is closed already. */
  {
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
      return status === 'closed'
        ? confirm(state, `Delete the channel ${channel}? Copies stay.`, {
            effect: call('channel.close', 'deleteChannel', { channel }),
            stays: 'The channel stays.',
          })
        : confirm(state, `Close the channel ${channel}?`, {
            effect: call('channel.close', 'closeChannel', { channel }),
            stays: 'The channel stays open.',
          })
    },
    done: {
      closeChannel: (_, { channel }) => `Closed #${channel} (X again deletes it)`,
      deleteChannel: (_, { channel }, self) => ({
        text: `Deleted #${channel}; copies stay where they are`,
        show: ownInbox(self),
      }),
    },
  },
  {
    name: 'add',
    at: { group: 'A' },
    help: 'add members',
    hint: 'add',
    rank: 4.5,
    operation: 'addMembers',
    writes: true,
    needs: 'changes',
    run(state) {
      const group = groupHere(state)
      const label = `Add to ${group} (agents, patterns, role:NAME, groups):`
      return ask(state, { command: 'group.add', label, subject: group, keeps: true })
    },
    answer(state, group: string, text): Step {
      const members = wordsIn(text)
      return members.length === 0
        ? say(state, 'No member was added.')
        : [state, call('group.add', 'addMembers', { group, members })]
    },
    done: {
      addMembers: (_, { group, members }) => `Added ${counted(members.length, 'member')} to ${group}`,
    },
  },
  {
    name: 'remove',
    at: { group: 'D' },
    help: 'remove the selected members',
    hint: 'remove',
    rank: 4.5,
    operation: 'removeMembers',
    writes: true,
    needs: 'row',
    available: (state) => chosenIds(state.panes.list).length > 0 || 'No member is selected.',
    run(state) {
      const group = groupHere(state)
      const members = chosenIds(state.panes.list)
      return group === null
        ? [state]
        : [unmarked(state), call('group.remove', 'removeMembers', { group, members })]
    },
    done: {
      removeMembers: (_, { group, members }) => `Removed ${counted(members.length, 'member')} from ${group}`,
    },
  },
  {
    name: 'close',
    at: { group: 'X' },
    help: 'delete the group',
    hint: 'delete',
    rank: 4.5,
    operation: 'deleteGroup',
    writes: true,
    needs: 'changes',
    run(state) {
      const group = groupHere(state)
      if (group === null) return [state]
      return confirm(state, `Delete the group ${group}?`, {
        effect: call('group.close', 'deleteGroup', { group }),
        stays: 'The group stays.',
      })
    },
    done: {
      deleteGroup: (_, { group }, self) => ({ text: `Deleted the group ${group}`, show: ownInbox(self) }),
    },
  },
]
