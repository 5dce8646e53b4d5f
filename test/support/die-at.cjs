// Loaded into a program before its own code: it kills itself right after so many calls that change files.
const fs = require('node:fs')

const changing = ['openSync', 'writeSync', 'ftruncateSync', 'fsyncSync', 'renameSync', 'mkdirSync']
let left = Number(process.env.DIE_AT)
for (const name of changing) {
  const real = fs[name]
  fs[name] = (...given) => {
    const answer = real(...given)
    left -= 1
    if (left === 0) {
      process.kill(process.pid, 'SIGKILL')
      for (;;);
    }
    return answer
  }
}
