import type { Places } from '../../../store/mail-store.ts'
import { operation } from '../operation.ts'

export type PlacesValue = Places

export const places = operation({
  summary:
    'What mail can be sent to beside agents: queues, channels, tags in use and groups, counted up to 100',
  access: 'read',
  unregistered: true,
  input: {},
  value: 'places',
  examples: [['watchpost places --json', 'every name that gathers mail, in one cheap look']],
  run: (context): Promise<PlacesValue> => context.store.places.list(context.actor.address, context.now()),
})
