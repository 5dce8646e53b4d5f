import { sitDown } from './terminal-world.ts'

// Opens a screen before a world, as the tests do, and leaves it.
const lea = await sitDown()
await lea.press('q')
await lea.exited()
