// Loaded into a program before its own code: the machine's time of day is off by so many milliseconds, or by as many as a file says at
// the moment. Its steady clocks run as they are.
const { readFileSync } = require('node:fs')

const given = process.env.MOVED_CLOCK
const moved = () => (given.startsWith('/') ? Number(readFileSync(given, 'utf8')) : Number(given))
const { now } = Date
Date.now = () => now() + moved()
globalThis.Date = new Proxy(Date, {
  construct: (date, values, made) =>
    Reflect.construct(
      date,
      values.length === 0 ? [Date.now()] : values,
      made === globalThis.Date ? date : made,
    ),
})
