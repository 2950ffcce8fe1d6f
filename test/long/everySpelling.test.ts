// Each spelling that the product is proved against, two at a time in a window.
import { describeMainJobs } from "../support/spelledService/mainJobs";
import { spellingNames } from "../support/spelledService/spellings";

for (let index = 0; index < spellingNames.length; index += 2) {
  const [one = "plain", other = "plain"] = spellingNames.slice(index, index + 2);
  describeMainJobs(`${one}; ${other}: two services without a setting`, [one, other]);
}
