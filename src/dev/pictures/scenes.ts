import { busySwarm } from './busy-swarm.ts'
import { list, open, panes, type Scene } from './scene.ts'
import { finding, places } from './scenes-finding.ts'
import { reading } from './scenes-reading.ts'
import { writing } from './scenes-writing.ts'
import { swarmInDebate } from './worlds.ts'

const supervising: readonly Scene[] = [
  {
    name: 'pair',
    async play(desk) {
      const bob = await desk.as('bob')
      const { messages } = await (await desk.as('lea')).inbox({ limit: 50 })
      const red = messages.find(({ subject }) => subject === 'Tests red on main')
      await bob.here({ terminal: 'pictures', thread: red?.id ?? '', replying: true })
      await open(desk, 'Tests red on main')
      await desk.sees('bob is answering this')
    },
  },
  {
    name: 'metrics',
    async play(desk) {
      await panes(desk)
      await desk.press('M')
      await desk.sees('per hour')
    },
  },
  {
    name: 'timeline',
    async play(desk) {
      await list(desk, '◆ critic', 'mailbox (read-only)')
      await desk.press('T')
      await desk.sees('Tests red on main')
    },
  },
  {
    name: 'fleet',
    fill: busySwarm,
    async play(desk) {
      await panes(desk)
      await desk.press('B')
      await desk.sees('by state')
      await desk.sees(/◐ .*Write the kill/u)
    },
  },
  {
    name: 'agent-page',
    fill: busySwarm,
    async play(desk) {
      await panes(desk)
      await desk.press('B')
      await desk.sees(/◐ .*Write the kill/u)
      await desk.press('/')
      await desk.type('implementer')
      await desk.press('Enter')
      await desk.sees(/▸ . swarm_dev.impl/u)
      await desk.press('Enter')
      await desk.sees('Timeline')
    },
  },
  {
    name: 'debates',
    fill: swarmInDebate,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 'd')
      await desk.sees(/▸ ! .*Which queue/u)
      await desk.sees(/✓ .*Where logs go/u)
    },
  },
  {
    name: 'debate-page',
    fill: swarmInDebate,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 'd')
      await desk.sees(/▸ ! .*Which queue/u)
      await desk.press('Enter')
      await desk.sees('! deadlocked')
    },
  },
  {
    name: 'ruling',
    fill: swarmInDebate,
    async play(desk) {
      await panes(desk)
      await desk.press('g', 'd')
      await desk.sees(/▸ ! .*Which queue/u)
      await desk.press('Enter')
      await desk.sees('! deadlocked')
      await desk.press('D')
      await desk.type('One queue, split once it is measured')
      await desk.press('Enter')
      await desk.type('Both agree that nobody measured. One queue costs less until then.')
      await desk.press('Tab')
      await desk.type('coo')
      await desk.sees('coo')
    },
  },
  { name: 'read-only', readOnly: true, play: (desk) => desk.sees('read-only') },
]

/** Every screen there is, each as somebody comes to it. */
export const scenes: readonly Scene[] = [...reading, ...writing, ...places, ...finding, ...supervising]
