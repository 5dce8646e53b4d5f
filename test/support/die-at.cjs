// Loaded into a program before its own code: it kills itself right after so many calls that change files.
const fs = require('node:fs')

const changing = ['openSync', 'writeSync', 'ftruncateSync', 'fsyncSync', 'renameSync', 'mkdirSync']
let left = Number(process.env.DIE_AT)
const { O_ACCMODE = 3, O_CREAT } = fs.constants

/** To open a file for reading changes nothing: how many ancestors a program looks at would decide where it dies. */
function changes(name, [, flags = 'r']) {
  if (name !== 'openSync') return true
  return typeof flags === 'number' ? (flags & (O_ACCMODE | O_CREAT)) !== 0 : /[wa+]/.test(flags)
}

for (const name of changing) {
  const real = fs[name]
  fs[name] = (...given) => {
    const answer = real(...given)
    if (!changes(name, given)) return answer
    left -= 1
    if (left === 0) {
      process.kill(process.pid, 'SIGKILL')
      for (;;);
    }
    return answer
  }
}
